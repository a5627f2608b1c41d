import Foundation

/// The library that is built with the tests.
enum BuiltLibrary {
  /// Where it lies; `nil` if it is not built.
  static let path: String? = {
    let executable = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let bundle = Bundle.main.bundleURL
    let folders = [executable, bundle, bundle.deletingLastPathComponent()]
    return folders.map { $0.appending(path: name).path(percentEncoded: false) }
      .first { FileManager.default.fileExists(atPath: $0) }
  }()

  private static var name: String { "libRosterC.so" }

  /// The folder of the package.
  static let package = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// Installs it into a folder, as `Tools/library --prefix` does.
  static func install(into folder: String) throws {
    let files = FileManager.default
    guard let path else { throw CocoaError(.fileNoSuchFile) }
    try files.createDirectory(
      atPath: "\(folder)/lib/pkgconfig", withIntermediateDirectories: true)
    try files.createDirectory(atPath: "\(folder)/include", withIntermediateDirectories: true)
    for link in [name, "libroster.so"] {
      try files.createSymbolicLink(atPath: "\(folder)/lib/\(link)", withDestinationPath: path)
    }
    try files.copyItem(
      at: package.appending(path: "Sources/CRoster/roster.h"),
      to: URL(filePath: "\(folder)/include/roster.h"))
    let description = """
      prefix=\(folder)

      Name: roster
      Description: Ordered, transactional lists on SQLite
      Version: 1
      Libs: -L${prefix}/lib -lroster
      Cflags: -I${prefix}/include

      """
    try Data(description.utf8).write(to: URL(filePath: "\(folder)/lib/pkgconfig/roster.pc"))
  }
}
