package import RosterCore
import Foundation

extension Changeset where Model: Encodable, SectionModel: Encodable {
  /// The changeset as an entry of a changeset log, so that a failure can be replayed.
  package var logLine: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do {
      return #"{"changeset":\#(String(decoding: try encoder.encode(self), as: UTF8.self))}"#
    } catch {
      return "not encodable (\(error)): \(description)"
    }
  }
}

extension ListRows where Model: Encodable, SectionModel: Encodable {
  /// The rows as the first entry of a changeset log that makes them out of the empty list.
  package var logLine: String { asInsertion.logLine }
}
