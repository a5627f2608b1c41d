#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A folder for files that are needed for a while, which only its user may read. It goes with the last
/// reference to it.
package final class ScratchFolder: Sendable {
  package let path: String

  /// Makes a folder in that for temporary files, which `TMPDIR` names.
  package init() throws(ScratchFolderError) {
    let parent = Self.parent
    path = "\(parent)/roster-\(String.randomDigits(count: 32))"
    guard mkdir(path, 0o700) == 0 else {
      throw ScratchFolderError(path: parent, reason: "\(SystemError.last)")
    }
  }

  deinit {
    for name in SystemFile.names(inFolder: path) { unlink(path(of: name)) }
    rmdir(path)
  }

  /// The folder for temporary files, without a slash behind it.
  private static var parent: String {
    var path = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    #if canImport(Darwin)
      // The folder of the user, which a program that another one starts may have lost.
      if path.isEmpty {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        if confstr(_CS_DARWIN_USER_TEMP_DIR, &bytes, bytes.count) > 0 {
          path = String(
            decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
      }
    #endif
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path.isEmpty ? "/tmp" : path
  }

  /// Returns the path of a file in the folder.
  package func path(of name: String) -> String { "\(path)/\(name)" }
}

/// Why there is no room for temporary files.
package struct ScratchFolderError: Error, Hashable, CustomStringConvertible {
  let path: String
  let reason: String

  package var description: String {
    "\(path): no temporary folder can be made in it: \(reason); set TMPDIR to a folder that you may write"
  }
}

extension String {
  /// Returns random hexadecimal digits, for a name that no other file has.
  static func randomDigits(count: Int) -> String {
    String((0..<count).compactMap { _ in "0123456789ABCDEF".randomElement() })
  }
}
