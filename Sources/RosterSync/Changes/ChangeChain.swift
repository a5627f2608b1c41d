internal import RosterCore
internal import RosterEngine
internal import RosterJSON
internal import RosterLog

/// A hash of the changes that a device has made under one name, one after the other.
///
/// All copies of a file compute the same for what they have from before they were copied, whichever version of
/// the application opens them, and whichever states it synchronizes: the hash is over what is stored. Copies that
/// have gone on in different ways, also if only the hub's changes came in another order, have other hashes.
struct ChangeChain: Hashable, Sendable {
  private var hash: FNV1a

  /// Makes the hash of no change.
  init() { hash = FNV1a() }

  /// Reads a hash that ``text`` has.
  init?(text: String) {
    guard text.utf8.count == 16, let value = UInt64(text, radix: 16) else { return nil }
    hash = FNV1a(after: value)
  }

  /// The hash as 16 hexadecimal digits.
  var text: String { hash.hex }

  /// The digest in the key of the last change. Two copies of a file may make different changes under one name and number;
  /// only the digest tells these apart.
  var digest: String { String(text.suffix(ChangeKey.digestLength)) }

  /// Adds a change.
  ///
  /// - Parameters:
  ///   - mark: The hub's mark in the note before the change.
  ///   - models: The models that it wrote, as they are stored.
  ///   - states: The states that it wrote or removed.
  mutating func add<Model, SectionModel>(
    _ change: ChangeBatch<Model, SectionModel>, _ identities: ChangeIdentities, onMark mark: String,
    models: [StoredValue], states: [StateAddress: StoredState?]
  ) {
    let outline: SyncChangeset = change.changeset.mapModels({ _ in .null }, { _ in nil })
    var said: JSONObject = ["changeset": outline.json, "mark": .string(mark)]
    said["items"] = identities.insertedItems.map(\.rawValue).runs
    said["sections"] = identities.insertedSections.map(\.rawValue).runs
    change.annotation.withoutNote.addMembers(to: &said)
    var bytes: [UInt8] = []
    JSONValue.object(said).appendCanonical(to: &bytes)
    hash.add(bytes)
    for model in models { hash.add(model) }
    for (name, state) in states.map({ ("\($0.key.tree) \($0.key.scope)", $0.value) })
      .sorted(by: { $0.0 < $1.0 })
    {
      hash.add(.text(name))
      hash.add("\(state?.typeVersion ?? 0) ".utf8)
      hash.add(state?.value ?? .null)
    }
  }
}

extension FNV1a {
  /// Adds a value with its kind and length, so that no two sequences of values are the same bytes.
  fileprivate mutating func add(_ value: StoredValue) {
    let (kind, bytes): (UInt8, [UInt8]) =
      switch value {
      case .null: (0, [])
      case .text(let text): (1, Array(text.utf8))
      case .blob(let bytes): (2, bytes)
      }
    add(kind)
    add("\(bytes.count) ".utf8)
    add(bytes)
  }
}
