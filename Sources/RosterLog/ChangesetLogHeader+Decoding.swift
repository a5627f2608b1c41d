import RosterJSON

extension ChangesetLogHeader {
  /// Reads the value of the first line.
  init(logValue: JSONValue) throws(MalformedEntry) {
    guard let members = logValue.objectValue, let version = members[Key.version] else {
      throw MalformedEntry(#"expected the header of a changeset log, {"changesetLog":1}"#)
    }
    self.init(others: members)
    do throws(MalformedEntry) {
      self.version = try version.decodedInt()
    } catch {
      throw error.inMember(Key.version)
    }
    guard self.version >= 1 else {
      throw MalformedEntry("there is no version \(self.version) of changeset logs")
    }
    guard self.version <= Self.currentVersion else {
      throw MalformedEntry(
        "version \(self.version) of changeset logs is newer than \(Self.currentVersion), "
          + "the newest that can be read here")
    }
    do throws(MalformedEntry) {
      name = try members[Key.name]?.decodedString()
    } catch {
      throw error.inMember(Key.name)
    }
  }
}
