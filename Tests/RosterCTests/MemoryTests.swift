import Foundation
import RosterTestKit
import Testing

/// The programs in C that use the interface, run where wrong memory is noticed.
@Suite("Memory of the C interface")
struct MemoryTests {
  private static let hasValgrind =
    (try? BuiltLibrary.run("command -v cc; command -v valgrind"))?.status == 0

  /// What memory has that was not set is not looked at: Swift's runtime copies such bytes, and jumps on some.
  @Test(.enabled(if: hasValgrind, "valgrind runs it"))
  func nothingIsReadOrWrittenThatIsFree() throws {
    let folder = try TemporaryFolder()
    try BuiltLibrary.install(into: folder.path(of: "roster"))
    let program = """
      #include <stdio.h>
      #include "calls.h"

      int main(int count, char **values) {
        char *failure = count < 4 ? "usage" : calls_use(values[1]);
        if (!failure) failure = calls_hostile(values[2]);
        if (!failure) failure = calls_threads(values[3]);
        puts(failure ? failure : "good");
        return failure != NULL;
      }

      """
    try Data(program.utf8).write(to: URL(filePath: folder.path(of: "main.c")))
    let (status, output) = try BuiltLibrary.run(
      """
      cd \(folder.path(of: ""))
      calls=\(BuiltLibrary.package.appending(path: "Tests/CRosterCalls").path(percentEncoded: false))
      cc -std=c11 -g -I "$calls/include" main.c "$calls/calls.c" -o calls \
        -L roster/lib -lroster -Wl,-rpath,roster/lib -lpthread
      valgrind --quiet --undef-value-errors=no --error-exitcode=9 ./calls used hostile threads
      """)
    #expect(status == 0 && output.contains("good"), "\(output)")
  }
}
