/// What the list of a hub knows of devices: its row in the table `sync_hub`, and those in the tables `sync_settled` and
/// `sync_loss`.
package struct HubRows: Hashable, Sendable {
  /// The row of the list.
  package struct Hub: Hashable, Sendable {
    /// The revision that has written the rows.
    package var revision: Revision
    /// The name under which the hub served the list then.
    package var name: String
    /// The digests of the changes that were settled last, as JSON; `nil` if there are none.
    package var digests: String?

    /// Makes a row.
    package init(revision: Revision, name: String, digests: String? = nil) {
      self.revision = revision
      self.name = name
      self.digests = digests
    }
  }

  /// Changes of one name that are settled, one after the other.
  package struct Settled: Hashable, Sendable {
    /// Ascends with the last use.
    package var number: Int
    /// The name in the keys of the changes.
    package var name: String
    /// The number of the change before the first one.
    package var after: Int
    /// The number of the last one.
    package var through: Int

    /// Makes a row.
    package init(number: Int, name: String, after: Int, through: Int) {
      self.number = number
      self.name = name
      self.after = after
      self.through = through
    }
  }

  /// A change that was not taken as it was.
  package struct Loss: Hashable, Sendable {
    /// Ascends in the order in which the changes were settled.
    package var number: Int
    /// The name in the key of the change.
    package var name: String
    /// The number in the key of the change.
    package var change: Int
    /// How many parts of the change are lost.
    package var lostCount: Int
    /// Why nothing of it was taken; `nil` if something was.
    package var refusal: String?

    /// Makes a row.
    package init(number: Int, name: String, change: Int, lostCount: Int, refusal: String?) {
      self.number = number
      self.name = name
      self.change = change
      self.lostCount = lostCount
      self.refusal = refusal
    }
  }

  package var hub: Hub
  /// Ascending by number.
  package var settled: [Settled]
  /// Ascending by number.
  package var losses: [Loss]

  /// Makes rows.
  package init(_ hub: Hub, settled: [Settled], losses: [Loss]) {
    self.hub = hub
    self.settled = settled
    self.losses = losses
  }
}

/// What a change writes to the tables of the hub.
package struct HubWrite: Sendable {
  package var hub: HubRows.Hub
  /// The rows of `sync_settled` that are new or differ, and the numbers of those that are removed.
  package var settled: [HubRows.Settled]
  package var removedSettled: [Int]
  /// The same of `sync_loss`.
  package var losses: [HubRows.Loss]
  package var removedLosses: [Int]

  /// Makes what leads from some rows to others.
  ///
  /// - Parameter old: The rows that are stored; `nil` if there are none.
  package init(from old: HubRows?, to new: HubRows) {
    hub = new.hub
    (settled, removedSettled) = Self.difference(
      from: old?.settled ?? [], to: new.settled, number: \.number)
    (losses, removedLosses) = Self.difference(
      from: old?.losses ?? [], to: new.losses, number: \.number)
  }

  private static func difference<Row: Hashable>(
    from old: [Row], to new: [Row], number: (Row) -> Int
  ) -> (written: [Row], removed: [Int]) {
    let known = Set(old)
    let removed = Set(old.map(number)).subtracting(new.map(number))
    return (new.filter { !known.contains($0) }, removed.sorted())
  }
}
