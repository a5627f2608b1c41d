#if Sync
  import RosterPages

  /// Where a hub answers.
  enum HubPath {
    /// Returns the path of a list: `/lists/NAME/sync`.
    ///
    ///     "to do"     "/lists/to%20do/sync"
    ///     "a/b"       nil
    ///
    /// - Returns: `nil` for a name that cannot be a part of a path: an empty one, `.` or `..`, and one
    ///   with a slash, a backslash, a control character, or a percent sign before two digits, which
    ///   servers and balancers read in different ways.
    static func sync(_ list: String) -> String? {
      guard list.isPathComponent else { return nil }
      return "/lists/\(list.percentEncoded)/sync"
    }
  }
#endif
