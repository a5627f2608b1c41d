internal import RosterJSON

/// The names that a message has again and again, each once: a number in its place tells which.
struct MessageNames: Sendable {
  private static let key = "names"

  private var names: [String] = []
  private var numbers: [String: Int] = [:]

  init() {}

  /// All names of the message.
  var all: Set<String> { Set(names) }

  /// Returns what stands for a name in the message.
  mutating func json(_ name: String) -> JSONValue {
    if let number = numbers[name] { return .integer(number) }
    numbers[name] = names.count
    names.append(name)
    return .integer(names.count - 1)
  }

  /// Returns the name for which a value stands.
  func name(_ json: JSONValue) throws(SyncError) -> String {
    let number = try json.sync.integer()
    guard names.indices.contains(number) else { throw .malformed("a name is missing") }
    return names[number]
  }

  func addMember(to json: inout JSONObject) {
    if !names.isEmpty { json[Self.key] = .array(names.map(JSONValue.string)) }
  }

  /// Reads the names of a message.
  ///
  /// - Parameter areOfDevices: Whether a hub keeps them, as those of a request. Of an answer, some are origins.
  init(json: JSONValue, ofDevices areOfDevices: Bool = false) throws(SyncError) {
    guard json[Self.key] != nil else { return }
    for name in try json.sync[Self.key].array() {
      names.append(try areOfDevices ? name.sync.name() : name.sync.string())
    }
  }

  // MARK: Keys and origins

  mutating func json(_ key: ChangeKey) -> JSONValue { [json(key.name), .integer(key.number)] }

  func key(_ json: JSONValue) throws(SyncError) -> ChangeKey {
    let (name, number) = try json.sync.pair()
    return ChangeKey(name: try self.name(name), number: try number.sync.integer())
  }
}
