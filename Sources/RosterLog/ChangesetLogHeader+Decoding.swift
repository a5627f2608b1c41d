import RosterJSON

extension ChangesetLogHeader {
  /// Reads the value of the first line.
  init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    guard let members = try? cursor.members(), let version = members[Key.version] else {
      throw cursor.error(#"expected the header of a changeset log, {"changesetLog":1}"#)
    }
    self.init(others: members.object)
    self.version = try version.int()
    guard self.version >= 1 else {
      throw cursor.error("there is no version \(self.version) of changeset logs")
    }
    guard self.version <= Self.currentVersion else {
      throw cursor.error(
        "version \(self.version) of changeset logs is newer than \(Self.currentVersion), "
          + "the newest that can be read here")
    }
    name = try members[Key.name]?.string()
  }
}
