/// What the list of a device knows of the hub with which it synchronizes: its row in the table `sync_device`, and those in the
/// table `sync_pending`.
package struct DeviceRows: Hashable, Sendable {
  /// The row of the list.
  package struct Device: Hashable, Sendable {
    /// The revision at which the list is the base with the pending changes on it.
    package var revision: Revision
    /// The name under which the device makes changes.
    package var opening: String
    /// The number of the last change under this name; `nil` before the first one.
    package var last: Int?
    /// A hash of the changes under this name.
    package var chain: String
    /// The name of the hub; `nil` before the first answer.
    package var hub: String?
    /// The hub's revision that is the base.
    package var hubRevision: Revision
    /// The hub's mark of that revision.
    package var mark: String
    /// What leads from the list to the base, as JSON.
    package var base: String

    /// Makes a row.
    package init(
      revision: Revision, opening: String, last: Int?, chain: String, hub: String?,
      hubRevision: Revision, mark: String, base: String
    ) {
      self.revision = revision
      self.opening = opening
      self.last = last
      self.chain = chain
      self.hub = hub
      self.hubRevision = hubRevision
      self.mark = mark
      self.base = base
    }
  }

  /// A change that the hub has not settled.
  package struct Pending: Hashable, Sendable {
    /// The revision that the change was made as.
    package var number: Int
    /// The name of the opening that made it.
    package var opening: String
    /// Why it cannot be sent; `nil` if it can.
    package var obstacle: String?
    /// What it does, as JSON.
    package var change: String

    /// Makes a row.
    package init(number: Int, opening: String, obstacle: String?, change: String) {
      self.number = number
      self.opening = opening
      self.obstacle = obstacle
      self.change = change
    }
  }

  package var device: Device
  /// Ascending by number.
  package var pending: [Pending]

  /// Makes rows.
  package init(_ device: Device, pending: [Pending]) {
    self.device = device
    self.pending = pending
  }
}

/// What a change writes to the tables of the device.
package struct DeviceWrite: Sendable {
  package var device: DeviceRows.Device
  /// The rows of `sync_pending` that are new or differ.
  package var pending: [DeviceRows.Pending]
  /// The numbers of those that are removed.
  package var removed: [Int]

  /// Makes what leads from some rows to others.
  ///
  /// - Parameter old: The rows that are stored; `nil` if there are none.
  package init(from old: DeviceRows?, to new: DeviceRows) {
    device = new.device
    let known = Dictionary(
      (old?.pending ?? []).map { ($0.number, $0) }, uniquingKeysWith: { $1 })
    pending = new.pending.filter { known[$0.number] != $0 }
    let kept = Set(new.pending.map(\.number))
    removed = known.keys.filter { !kept.contains($0) }.sorted()
  }
}
