"""Words that clients in the languages of phones and browsers cannot use as names, or that hide a type of the language.

The keywords are those that each language reserves everywhere; words that are special in one place only, such as `data`
in Kotlin or `type` in Python, are good names. The types are those that a file has without an import, and of the
libraries that nearly every app imports: Foundation and SwiftUI, Flutter, java.util, and the globals of a browser.
"""

import builtins
import keyword
import typing
from typing import Final

KEYWORDS: Final = {
    "Dart": """
        assert await break case catch class const continue default do else enum extends false final finally for if
        in is new null rethrow return super switch this throw true try var void while with yield""",
    "Java": """
        abstract assert boolean break byte case catch char class const continue default do double else enum extends
        false final finally float for goto if implements import instanceof int interface long native new null
        package private protected public return short static strictfp super switch synchronized this throw throws
        transient true try void volatile while""",
    "Kotlin": """
        as break class continue do else false for fun if in interface is null object package return super this throw
        true try typealias typeof val var when while""",
    "Python": " ".join(keyword.kwlist),
    "Swift": """
        Any Protocol Self Type as associatedtype break case catch class continue default defer deinit do else enum
        extension fallthrough false fileprivate for func guard if import in init inout internal is let nil operator
        precedencegroup private protocol public repeat rethrows return self static struct subscript super switch
        throw throws true try typealias var where while""",
    "TypeScript": """
        await break case catch class const continue debugger default delete do else enum export extends false
        finally for function if implements import in instanceof interface let new null package private protected
        public return static super switch this throw true try typeof var void while with yield""",
}

OPERATIONS: Final = """
    equals finalize get getClass hash hashCode init main move notify notifyAll require runtimeType set toString wait"""
"""Functions that every object has, or that a language has everywhere."""

TYPES: Final = {
    "Dart": """
        BigInt Comparable DateTime Deprecated Duration Enum Error Exception Expando Finalizer Function Future
        Invocation Iterable Iterator List Map MapEntry Match Never Null Object Pattern Record RegExp Set Sink
        StackTrace Stopwatch Stream String StringBuffer StringSink Symbol Type TypeError Uri UriData WeakReference
        Zone Timer Completer Random Point Rectangle
        Action Alignment Animation Badge Banner Border Builder Card Center Chip Color Column Container Curve Dialog
        Dismissible Divider Drawer Element Expanded Feedback Flow Focus Form Hero Icon Image Ink Intent Key
        LicensePage Listener Material Navigator Notification Offset Opacity Overlay Padding Page Placeholder Radio
        Rect Route Row Scaffold Scrollbar Semantics Shadow Size Slider Spacer Stack State Step Stepper Switch Tab
        Table Text Texture Theme Title Tooltip Transform View Viewport Visibility Widget Window Wrap""",
    "Java": """
        AbstractMethodError Appendable AutoCloseable Boolean Byte CharSequence Character Class ClassLoader Cloneable
        Comparable Compiler Deprecated Double Enum Error Exception Float FunctionalInterface IO Integer Iterable
        Long Math Module Number Object Override Package Process ProcessBuilder ProcessHandle Readable Record
        Runnable Runtime RuntimeException SafeVarargs Short StackWalker StrictMath String StringBuffer StringBuilder
        System Thread ThreadGroup ThreadLocal Throwable Void
        Arrays Base64 BitSet Calendar Collection Collections Currency Date Deque Dictionary Formatter Iterator List
        Locale Map Objects Observable Observer Optional Properties Queue Random Scanner Set Stack Timer UUID Vector
        Clock Duration Instant Month Period Year
        File Path""",
    "Kotlin": """
        Annotation Any Array ArrayDeque AutoCloseable Boolean BooleanArray Byte ByteArray Char CharArray
        CharSequence Collection Comparable Comparator Deprecated DeprecationLevel Double Enum Error Exception
        Experimental Float Function Grouping HashMap HashSet Int Iterable Iterator KotlinVersion Lazy List Long Map
        MatchGroup MatchResult Metadata Nothing Number OptIn Pair Regex Result Sequence Set Short String Suppress
        Throwable Triple UByte UInt ULong UShort Unit""",
    "Python": " ".join(sorted({*dir(builtins), *typing.__all__} - {"copyright", "credits", "license"})),
    "Swift": """
        Actor AnyClass AnyObject Array Bool Character Clock ClosedRange Codable CodingKey Collection Comparable
        ContiguousArray Copyable Data Date Decimal Decodable Decoder Dictionary Double Duration Encodable Encoder
        Equatable Error Executor Float Hashable Hasher Identifiable Index Int Iterator KeyPath Mirror Never
        ObjectIdentifier Optional OptionSet Range Regex Result Sendable Sequence Set String Strideable Substring
        Task UInt Unicode Unmanaged Void
        Bundle Calendar Cache Dimension Formatter Host InputStream Locale Measurement Notification Operation Pipe
        Port Process Progress Scanner Selector Stream Thread Timer URL UUID Unit
        Alert Alignment Anchor Angle Animation App Axis Binding Button Canvas Capsule Circle Color Commands
        ContentMode Divider EditMode Ellipse Environment Font ForEach Form Gauge Gesture Gradient Grid Group Image
        Label Layout Link List Menu Namespace Path Picker Popover Scene Section Shape Slider Spacer Stack State
        Stepper Subviews Table Text Toggle Transaction Transition View Visibility Widget Window""",
    "TypeScript": """
        Algorithm Animatable Animation Array Atomics Attr Audio Awaited Blob Body Boolean Cache Capitalize Clipboard
        Comment Console Credential Crypto Date Document Element Error Event Exclude External Extract File Function
        Gamepad Generator Geolocation Headers Highlight History Image Infinity Intl Iterable Iterator Keyframe
        Location Lock Lowercase Map Math Navigator Node Notification Number Object Omit Option Parameters Partial
        Performance Permissions Pick Plugin Promise Proxy Range Readonly Record Reflect Report Request Required
        Response Screen Selection Set Slottable Storage String Symbol Text Touch Transferable Transformer
        Uncapitalize Uppercase Window Worker Worklet""",
}
