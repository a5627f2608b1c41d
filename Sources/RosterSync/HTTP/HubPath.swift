#if Sync
  internal import Foundation

  /// Where a hub answers.
  package enum HubPath {
    /// Returns the path of a list: `/lists/NAME/sync`.
    ///
    ///     "to do"     "/lists/to%20do/sync"
    ///     "a/b"       nil
    ///
    /// - Returns: `nil` for a name that cannot be a part of a path: an empty one, `.` or `..`, and one
    ///   with a slash, a backslash, a control character, or a percent sign before two digits, which
    ///   servers and balancers read in different ways.
    package static func sync(_ list: String) -> String? {
      guard isPathComponent(list),
        let component = list.addingPercentEncoding(withAllowedCharacters: unreserved)
      else { return nil }
      return "/lists/\(component)/sync"
    }

    /// What stands for itself in a component of a path (RFC 3986, 2.3).
    private static let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func isPathComponent(_ name: String) -> Bool {
      !name.isEmpty && name != "." && name != ".."
        && name.unicodeScalars.allSatisfy {
          $0 != "/" && $0 != "\\" && $0.properties.generalCategory != .control
        }
        && name.range(of: "%[0-9A-Fa-f]{2}", options: .regularExpression) == nil
    }
  }
#endif
