import RosterCore
import RosterJSON

/// Why an inspector does not answer a question: the status of HTTP, and a message for people.
struct InspectorError: Error, Hashable {
  var status: Int
  var message: String
  /// The oldest revision that is kept, if the one that was asked for is not.
  var oldest: Revision?
  /// Of a question that is to be asked again: the share of the way to its revision that is gone, from 0 to 1.
  var share: Double?

  init(_ status: Int, _ message: String, oldest: Revision? = nil) {
    self.status = status
    self.message = message
    self.oldest = oldest
  }

  /// - Parameter place: The file or server, as messages name it.
  init(_ error: StorageError, place: String) {
    let status =
      switch error.code {
      case .compacted: 410
      case .stale: 404
      case .busy: 503
      default: 500
      }
    self.init(status, error.message(without: place), oldest: error.oldestRevision)
    share = (error.cause as? UnfinishedWay)?.share
  }

  var json: JSONValue {
    var object: JSONObject = ["error": .string(message)]
    object["oldest"] = oldest.map(JSONValue.init(_:))
    object["share"] = share.map { .number(($0 * 100).rounded(.down) / 100) }
    return .object(object)
  }
}

extension InspectorError: CustomStringConvertible {
  var description: String { message }
}

extension StorageError {
  /// The message without the file or server, which says something about the machine and nothing
  /// about the list.
  func message(without place: String) -> String {
    guard !place.isEmpty, message.hasPrefix(place) else { return message }
    return String(message.dropFirst(place.count).drop { ":, ".contains($0) })
  }
}

extension JSONValue {
  /// Makes a number of a count, an index or a revision, all of which are below 2^53.
  init(_ number: Int) { self = .number(Double(number)) }
}

extension JSONObject {
  /// Makes the object without the members that have no value.
  init(present members: KeyValuePairs<String, JSONValue?>) {
    self.init()
    for (key, value) in members { self[key] = value }
  }
}
