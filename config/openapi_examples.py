"""The examples in OpenAPI's document: requests that were sent to the service, and what it answered.

`openapi_examples.json` has them by the id of the operation. `make examples` records them, and `tests/openapi/examples`
checks that the service still answers so.
"""

import json
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_suffix(".json")


def add_examples(result: dict[str, Any], **_given: Any) -> dict[str, Any]:
    """Write the examples into the operations; a postprocessing hook of drf-spectacular."""
    examples = json.loads(FILE.read_text(encoding="utf-8"))
    for methods in result["paths"].values():
        for operation in methods.values():
            example = examples.get(operation["operationId"], {})
            for kind, content in operation.get("requestBody", {}).get("content", {}).items():
                if kind in example.get("request", {}):
                    content["example"] = example["request"][kind]
            for status, answer in operation["responses"].items():
                for kind, content in answer.get("content", {}).items():
                    if kind in example.get("answers", {}).get(status, {}):
                        content["example"] = example["answers"][status][kind]
    return result
