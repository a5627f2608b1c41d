internal import RosterJSON

/// The part that a list takes in a synchronization. For each part there are tables of what the list knows of the other
/// side; one list may take both.
package enum SyncRole: CaseIterable, Sendable {
  /// The list of a device, which knows of one hub.
  case device
  /// The list of a hub, which knows of devices.
  case hub

  /// The name under which the journal is kept from the revision on that has written the rows.
  ///
  /// A list with such a subscriber has the rows, unless it was last synchronized by an earlier release.
  package var subscriber: String { self == .device ? "sync" : "sync hub" }

  /// The member of what is noted of a revision that has the digest of the rows which the revision has written.
  package var digestMember: String { self == .device ? "rows" : "hubRows" }

  /// Makes the part whose subscriber has a name; `nil` if it is the name of neither.
  package init?(subscriber: String) {
    guard let role = Self.allCases.first(where: { $0.subscriber == subscriber }) else { return nil }
    self = role
  }
}

extension ChangeAnnotation {
  /// The key of the user info for what devices and hubs note of a revision.
  package static var syncKey: String { "sync" }

  /// The member of a device's note that has what others have written to what the device has removed.
  package static var hiddenEditsMember: String { "edits" }

  /// Whether a device has noted models that no list has: others have written them to what the device has removed.
  package var hasHiddenEdits: Bool { userInfo[Self.syncKey]?[Self.hiddenEditsMember] != nil }

  /// The digest of the rows that the revision has written for a part; `nil` if it has written none.
  package func syncDigest(of role: SyncRole) -> String? {
    userInfo[Self.syncKey]?[role.digestMember]?.stringValue
  }
}
