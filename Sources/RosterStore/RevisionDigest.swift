internal import RosterCore

/// A number over what one revision wrote, by which a check finds what was altered since.
///
/// FNV-1a, 64 bit, over the texts of the journal's row and then the models: of updated items and
/// inserted ones, of updated sections and inserted ones; and then the states that it wrote or
/// forgot. Each begins with its kind and ends with its length, so that no two rows of values read
/// the same.
struct RevisionDigest {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Makes the digest of a row of the journal, to which the models are then added.
  init(change: String, origin: String?, at: String?, userInfo: String?) {
    add(.text(change))
    for text in [origin, at, userInfo] { add(text.map(StoredValue.text) ?? .null) }
  }

  /// The digest as SQLite keeps it.
  var value: Int { Int(Int64(bitPattern: state)) }

  /// Adds what a row says about undoing, if it says anything; a row that does not has the digest that
  /// it had before there was undoing.
  mutating func add(group: String?, takesBack: Revision?) {
    if let group { add("G", group.utf8) }
    if let takesBack { withUnsafeBytes(of: Int64(takesBack).littleEndian) { add("U", Array($0)) } }
  }

  mutating func add(_ model: StoredValue) {
    switch model {
    case .null: add("N", [])
    case .text(let text): add("T", text.utf8)
    case .blob(let bytes): add("B", bytes)
    }
  }

  /// Adds a state, `nil` for one that was forgotten.
  mutating func add(_ state: StoredState?) {
    guard let state else { return add("F", []) }
    withUnsafeBytes(of: Int64(state.typeVersion).littleEndian) { add("S", Array($0)) }
    add(state.value)
  }

  private mutating func add(_ kind: Unicode.Scalar, _ bytes: some Collection<UInt8>) {
    add(UInt8(ascii: kind))
    let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      for byte in buffer { add(byte) }
    }
    if isContiguous == nil {
      for byte in bytes { add(byte) }
    }
    withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { for byte in $0 { add(byte) } }
  }

  private mutating func add(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }
}

extension StoredChange {
  /// Visits the models that are written to rows, in the order of the digest: those of what the
  /// change removes as well are not.
  func forEachWrittenModel(_ visit: (StoredValue) -> Void) {
    let identities = entry.record.identities
    let removedItems = Set(identities.removedItems.map(\.id))
    let removedSections = Set(identities.removedSections)
    for (item, model) in zip(identities.updatedItems, updatedItems)
    where !removedItems.contains(item) { visit(model) }
    for model in insertedItems { visit(model) }
    for (section, model) in zip(identities.updatedSections, updatedSections)
    where !removedSections.contains(section) { visit(model) }
    for model in insertedSections { visit(model) }
  }

  /// Visits the states that are written or forgotten by themselves, in the order of the digest:
  /// those of items and sections that the change removes as well go with them.
  func forEachWrittenState(_ visit: (StateAddress, StoredState?) throws -> Void) rethrows {
    if states.isEmpty { return }
    let removal = TreeRemoval(entry.record.identities)
    for (address, state) in zip(entry.states, states) where !removal.takesAlong(address.tree) {
      try visit(address, state)
    }
  }
}
