public import Foundation

/// Why a list cannot be synchronized.
public enum SyncError: Error, Hashable, Sendable {
  /// A message or a note in the list is not what this version writes.
  case malformed(String)
  /// A newer version of Roster has written the message or the list. Update this program.
  case newerFormat(Int)
  /// The device belongs to the list of another hub.
  case otherHub(String)
  /// A change is too large to be synchronized. Keep large data in files, and their names in models.
  case tooLarge(byteCount: Int, limit: Int)
  /// Other changes of the list came first, again and again. Try again.
  case busy
  /// The hub did not take the message.
  case refused(String)
}

extension SyncError: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .malformed(let detail): "the message or list is not one of synchronization: \(detail)"
    case .newerFormat(let format):
      "format \(format) of synchronization is newer than this program; update it"
    case .otherHub(let name): "the device belongs to the hub \(name)"
    case .tooLarge(let byteCount, let limit):
      "a change of \(byteCount) bytes is larger than the limit of \(limit); keep large data in "
        + "files, and their names in models"
    case .busy: "other changes of the list came first, again and again; try again"
    case .refused(let reason): "the hub refused the message: \(reason)"
    }
  }
}

extension SyncError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }
}
