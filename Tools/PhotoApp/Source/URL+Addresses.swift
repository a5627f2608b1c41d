import Foundation

extension URL {
  /// Returns a whole address of one that may be relative to this one, as in `/pictures/p7.png?width=160`.
  func absoluteAddress(_ address: String) -> String {
    URL(string: address, relativeTo: self)?.absoluteString ?? address
  }
}
