import RosterCore
import RosterJSON

/// Writes changeset logs, a line at a time.
///
/// A reader returns what was written, with these exceptions: states may come in another order, a
/// section model `null` is read as none, and a number that is not finite becomes `null`. The
/// format does not allow integers of more than 53 bits, except for indexes in changesets; a reader refuses them.
public enum ChangesetLogWriter {
  /// Appends the line of a header, with its line feed.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the length of the line.
  public static func append(_ header: ChangesetLogHeader, to bytes: inout [UInt8]) {
    bytes.appendObject { bytes in
      bytes.appendMember(ChangesetLogHeader.Key.version) { $0.appendInt(header.version) }
      bytes.appendMember(ChangesetLogHeader.Key.name, header.name.map(JSONValue.string))
      for key in header.others.keys {
        bytes.appendMember(key, header.others[key])
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends the line of an entry, with its line feed.
  ///
  /// Empty parts of a changeset are left out. The others come in the order of the format's
  /// description, each in ascending order, and so do states. An empty changeset is left out if the
  /// entry has states.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the length of the line.
  public static func append(_ entry: ChangesetLogEntry, to bytes: inout [UInt8]) {
    bytes.appendObject { bytes in
      switch entry {
      case .changeset(let logged): bytes.appendMembers(of: logged)
      case .expect(let expectation):
        bytes.appendMember(ChangesetLogEntry.Key.expect.rawValue) { bytes in
          bytes.appendObject { $0.appendMembers(of: expectation) }
        }
      case .reopen: bytes.appendMember(ChangesetLogEntry.Key.reopen.rawValue, true)
      case .undo: bytes.appendMember(ChangesetLogEntry.Key.undo.rawValue, true)
      case .redo: bytes.appendMember(ChangesetLogEntry.Key.redo.rawValue, true)
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Returns the line of a header, without a line feed.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the length of the line.
  public static func line(_ header: ChangesetLogHeader) -> String {
    var bytes: [UInt8] = []
    append(header, to: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// Returns the line of an entry, without a line feed.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the length of the line.
  public static func line(_ entry: ChangesetLogEntry) -> String {
    var bytes: [UInt8] = []
    append(entry, to: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate mutating func appendMembers(of logged: LoggedChangeset) {
    typealias Key = LoggedChangeset.Key
    if logged.states.isEmpty || !logged.changeset.isEmpty {
      appendMember(Key.changeset.rawValue) { bytes in
        bytes.appendObject { $0.appendParts(of: logged.changeset) }
      }
    }
    appendMember(Key.state.rawValue, oneOrMany: logged.states)
    appendMember(Key.origin.rawValue, logged.origin.map(JSONValue.string))
    appendMember(Key.at.rawValue, logged.at.map(JSONValue.string))
    appendMember(Key.userInfo.rawValue, logged.userInfo.map(JSONValue.object))
    appendMember(Key.group.rawValue, logged.group.map(JSONValue.string))
    appendMember(Key.undo.rawValue, logged.undo.json)
  }

  fileprivate mutating func appendMembers(of expectation: Expectation) {
    typealias Key = Expectation.Key
    appendMember(Key.sections.rawValue, expectation.sections) { bytes, models in
      bytes.appendArray(models) { $1.appendCanonical(to: &$0) }
    }
    appendMember(Key.sectionModels.rawValue, expectation.sectionModels) { bytes, model in
      (model ?? .null).appendCanonical(to: &bytes)
    }
    appendMember(Key.counts.rawValue, expectation.counts) { $0.appendInt($1) }
    appendMember(Key.state.rawValue, oneOrMany: expectation.states)
    if let revision = expectation.revision {
      appendMember(Key.revision.rawValue) { $0.appendInt(revision) }
    }
    appendMember(Key.fingerprint.rawValue, expectation.fingerprint.map(JSONValue.string))
    if let error = expectation.error {
      appendMember(Key.error.rawValue) { bytes in
        bytes.appendObject { $0.appendMembers(of: error) }
      }
    }
  }

  private mutating func appendMembers(of error: ExpectedError) {
    typealias Key = ExpectedError.Key
    appendMember(Key.kind.rawValue, error.kind.map { .string($0.rawValue) })
    appendMember(Key.reason.rawValue, error.reason.map { .string($0.rawValue) })
    if let section = error.section { appendMember(Key.section.rawValue) { $0.appendInt(section) } }
    if let item = error.item { appendMember(Key.item.rawValue) { $0.appendInt(item) } }
  }
}
