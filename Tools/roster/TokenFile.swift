import Foundation
import RosterWeb

/// A file with a token.
struct TokenFile {
  let path: String

  /// The text of the file, which has to exist, without what is around the token.
  func text() throws -> String {
    warnOfReaders()
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    } catch {
      throw CommandFailure(ExitStatus.input, "\(path): the token cannot be read: \(error.reason)")
    }
  }

  /// Says on standard error if others than its owner may read the file.
  private func warnOfReaders() {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let mode = attributes?[.posixPermissions] as? Int, mode & 0o077 != 0 else { return }
    let warning =
      "warning: \(path): others than its owner may read the token; chmod 600 prevents it\n"
    FileHandle.standardError.write(Data(warning.utf8))
  }

  #if Web
    /// The token in the file. If the file does not exist, it is made, readable for its owner only.
    func token() throws -> AccessToken {
      if let token = try created() { return token }
      guard let token = AccessToken(try text()) else {
        throw CommandFailure(
          ExitStatus.input,
          "\(path): a token has 32 to 256 letters, digits, - and _; remove the file to have a new "
            + "one made")
      }
      return token
    }

    /// Makes the file with a new token; `nil` if it exists.
    private func created() throws -> AccessToken? {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
      guard descriptor >= 0 else { return nil }
      let token = AccessToken()
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      do {
        try file.write(contentsOf: Data("\(token.text)\n".utf8))
      } catch {
        throw CommandFailure(
          ExitStatus.input, "\(path): the token cannot be written: \(error.reason)")
      }
      return token
    }
  #endif
}
