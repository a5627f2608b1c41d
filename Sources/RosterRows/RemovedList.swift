package import RosterCore

/// The row that a store keeps of a removed list if that had the highest number, under a name that no list can have. So the
/// number is not given again, and other processes that still have the list open find nothing under it.
///
///     id    name
///     1     inbox
///     3     U+0001        3 was the last list; the next one is 4, and this row goes
package enum RemovedList {
  /// The name.
  package static let name = "\u{1}"

  /// The condition for the rows of lists that are there.
  package static let sqlIsThere = "name <> '\u{1}'"
}

extension RemovedList {
  /// What is thrown where a list is gone, before it is said in which file.
  package struct Missed: Error {
    /// The name that it had, if that is known.
    private let name: String?

    /// Makes the error.
    package init(named name: String?) { self.name = name }

    /// Returns the error for people.
    package func error(in place: String) -> StorageError {
      let list = name.map { ", list \($0.inQuotes)" } ?? ""
      return StorageError(.replaced, "\(place)\(list): the list was removed; open it again")
    }
  }
}

extension String {
  /// Verifies that a list may have this name.
  ///
  /// - Parameter place: The store, for the message.
  /// - Throws: `unencodable`.
  package func requireListName(in place: String) throws(StorageError) {
    guard !utf8.contains(0) else {
      throw StorageError(.unencodable, "\(place): the name of a list must not hold a zero byte")
    }
    guard self != RemovedList.name else {
      throw StorageError(
        .unencodable,
        "\(place): the name of a list must not be U+0001, by which a removed one is known")
    }
  }
}
