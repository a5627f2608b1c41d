import Foundation
import RosterTestKit
import Testing

/// The programs in C that use the interface, run where wrong memory is noticed.
@Suite("Memory of the C interface")
struct MemoryTests {
  private static func isThere(_ tools: String) -> Bool {
    (try? BuiltLibrary.run(tools))?.status == 0
  }

  private static let hasValgrind = isThere("command -v cc; command -v valgrind")

  private static let hasSanitizers = isThere(
    """
    folder="$(mktemp -d)"
    trap 'rm -r "$folder"' EXIT
    echo 'int main(void) { return 0; }' >"$folder/main.c"
    cc -fsanitize=address,undefined "$folder/main.c" -o "$folder/main"
    "$folder/main"
    """)

  /// What memory has that was not set is not looked at: Swift's runtime copies such bytes, and jumps on some.
  @Test(.enabled(if: hasValgrind, "valgrind runs it"))
  func nothingIsReadOrWrittenThatIsFree() throws {
    try run(
      below: "valgrind --quiet --undef-value-errors=no --error-exitcode=9", compiledWith: [])
  }

  /// The library itself is built without them: what it writes through the pointers of a program, and gives it to free,
  /// is looked at where the program and the C library touch it.
  @Test(.enabled(if: hasSanitizers, "a compiler that has the sanitizers builds it"))
  func theSanitizersFindNothing() throws {
    try run(
      below: "env ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1",
      compiledWith: ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"])
  }

  /// Builds a program that does all, and runs it.
  ///
  /// - Parameters:
  ///   - command: The command that runs it.
  ///   - options: Options of the compiler.
  private func run(below command: String, compiledWith options: [String]) throws {
    let folder = try TemporaryFolder()
    try BuiltLibrary.install(into: folder.path(of: "roster"))
    try folder.write(
      """
      #include <stdio.h>
      #include "calls.h"

      int main(int count, char **values) {
        char *failure = count < 4 ? "usage" : calls_use(values[1]);
        if (!failure) failure = calls_hostile(values[2]);
        if (!failure) failure = calls_threads(values[3]);
        puts(failure ? failure : "good");
        return failure != NULL;
      }

      """, to: "main.c")
    let calls = BuiltLibrary.calls.path(percentEncoded: false)
    let (status, output) = try BuiltLibrary.run(
      """
      cd \(folder.path)
      cc -std=c11 -g \(options.joined(separator: " ")) -I "$(dirname \(calls))/include" main.c \(calls) \
        -o calls -L roster/lib -lroster -Wl,-rpath,roster/lib -lpthread
      \(command) ./calls used hostile threads
      """)
    #expect(status == 0 && output.contains("good"), "\(output)")
  }
}
