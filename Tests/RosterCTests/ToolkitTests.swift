import Foundation
import RosterTestKit
import Testing

/// The models for GTK and Qt, built on the library of this build, where the toolkits are.
@Suite("Toolkits")
struct ToolkitTests {
  private static func run(
    _ script: String, prefix: String? = nil
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-euo", "pipefail", "-c", script]
    process.currentDirectoryURL = BuiltLibrary.package
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["ROSTER_PREFIX": prefix, "QT_QPA_PLATFORM": "offscreen"].compactMapValues { $0 }
    ) { $1 }
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  private static func isThere(_ tools: String) -> Bool { (try? run(tools))?.status == 0 }

  private static let hasGTK = isThere(
    """
    pkg-config --exists gio-unix-2.0 gobject-introspection-1.0
    command -v cc g-ir-scanner g-ir-compiler
    /usr/bin/python3 -c 'import gi'
    """)

  private static let hasQt = isThere(
    """
    pkg-config --exists Qt6Core Qt6Test
    command -v g++
    """)

  @Test(.enabled(if: hasGTK, "GLib, its introspection and PyGObject build and test it"))
  func theModelForGTKTellsWhatChanges() throws {
    let folder = try TemporaryFolder()
    try BuiltLibrary.install(into: folder.path(of: "roster"))
    let (status, output) = try Self.run(
      """
      built="$(Tools/gtk/build)"
      eval "$built"
      CHANGES=300 /usr/bin/python3 -B -m unittest discover -s Tools/gtk/tests
      """, prefix: folder.path(of: "roster"))
    #expect(status == 0, "\(output)")
    #expect(output.contains("Ran ") && output.contains("\nOK"), "\(output)")
  }

  @Test(.enabled(if: hasQt, "Qt 6 builds and tests it"))
  func theModelForQtTellsWhatChanges() throws {
    let folder = try TemporaryFolder()
    try BuiltLibrary.install(into: folder.path(of: "roster"))
    let (status, output) = try Self.run(
      "tests=\"$(Tools/qt/build tests)\"; \"$tests\"", prefix: folder.path(of: "roster"))
    #expect(status == 0, "\(output)")
    #expect(output.contains(" 0 failed"), "\(output)")
  }
}
