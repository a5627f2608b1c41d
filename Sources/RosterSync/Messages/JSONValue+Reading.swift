internal import RosterCore
internal import RosterJSON
internal import RosterLog

extension JSONValue {
  /// Reads the value as a part of a message or note.
  var sync: SyncReading { SyncReading(value: self) }

  /// The number of bytes of the canonical text.
  var byteCount: Int {
    var bytes: [UInt8] = []
    appendCanonical(to: &bytes)
    return bytes.count
  }

  /// A bound of ``byteCount``, which costs less: as if each character were escaped.
  var byteCountMax: Int {
    switch self {
    case .null, .bool: 5
    case .number: 32
    case .decimal(let number): number.description.utf8.count
    case .string(let text): text.byteCountMax
    case .array(let values): values.byteCountMax
    case .object(let members):
      members.reduce(2) { $0 + $1.key.byteCountMax + $1.value.byteCountMax + 2 }
    }
  }
}

extension [JSONValue] {
  /// A bound of the number of bytes of the canonical array.
  var byteCountMax: Int { reduce(2) { $0 + $1.byteCountMax + 1 } }
}

extension String {
  fileprivate var byteCountMax: Int { 6 * utf8.count + 2 }
}

/// Reads parts of messages and notes, which may be damaged.
struct SyncReading {
  let value: JSONValue?

  subscript(key: String) -> SyncReading { SyncReading(value: value?[key]) }

  func array() throws(SyncError) -> [JSONValue] {
    guard let array = value?.arrayValue else { throw .malformed("an array is missing") }
    return array
  }

  func pair() throws(SyncError) -> (JSONValue, JSONValue) {
    guard let array = value?.arrayValue, array.count == 2 else {
      throw .malformed("a pair is missing")
    }
    return (array[0], array[1])
  }

  func parts(atLeast countMin: Int) throws(SyncError) -> [JSONValue] {
    let parts = try array()
    guard parts.count >= countMin else { throw .malformed("an array is too short") }
    return parts
  }

  func integer(atMost max: Int = SyncBounds.numberMax) throws(SyncError) -> Int {
    guard let integer = value?.intValue, integer >= 0 else {
      throw .malformed("a number is missing or negative")
    }
    guard integer <= max else { throw .malformed("a number is larger than \(max)") }
    return integer
  }

  func string() throws(SyncError) -> String {
    guard let string = value?.stringValue else { throw .malformed("a text is missing") }
    return string
  }

  /// A name of a device or a hub.
  func name() throws(SyncError) -> String {
    try bounded(SyncBounds.nameByteCountMax, "a name")
  }

  func mark() throws(SyncError) -> String {
    try bounded(SyncBounds.markByteCountMax, "a mark")
  }

  private func bounded(_ byteCountMax: Int, _ what: String) throws(SyncError) -> String {
    let text = try string()
    guard text.utf8.count <= byteCountMax else {
      throw .malformed("\(what) has more than \(byteCountMax) bytes")
    }
    return text
  }

  /// How many parts of a change are lost; 0 if there is no value.
  func lostCount(atMost max: Int = SyncBounds.numberMax) throws(SyncError) -> Int {
    value == nil ? 0 : try integer(atMost: max)
  }

  /// Checks that no part of a change is nested too deep to be kept. The change as it came is hardly ever so deep that
  /// its parts are looked at.
  func requireDepth(
    of changeset: SyncChangeset, _ states: [LoggedState], _ annotation: ChangeAnnotation
  ) throws(SyncError) {
    func require(_ part: JSONValue?, _ what: String) throws(SyncError) {
      guard let part, part.isNested(deeperThan: SyncBounds.depthMax) else { return }
      throw .malformed("\(what) has more than \(SyncBounds.depthMax) levels of arrays and objects")
    }
    guard let value, value.isNested(deeperThan: SyncBounds.depthMax) else { return }
    for model in changeset.updatedModels + changeset.insertedModels {
      try require(model, "a model")
    }
    for model in changeset.updatedSectionModels + changeset.insertedSectionModels {
      try require(model, "a section model")
    }
    for state in states { try require(state.state?.value, "a state") }
    try require(.object(annotation.userInfo), "the user info")
  }

  func json() throws(SyncError) -> JSONValue {
    guard let value else { throw .malformed("a value is missing") }
    return value
  }

  func path() throws(SyncError) -> ItemPath {
    let (section, item) = try pair()
    return ItemPath(section: try section.sync.integer(), item: try item.sync.integer())
  }

  /// Numbers as runs: `[[7, 3], [20, 1]]` is 7, 8, 9, 20.
  ///
  /// - Parameter countMax: The maximum number of them.
  func numbers(atMost countMax: Int = SyncBounds.numberCountMax) throws(SyncError) -> [Int] {
    guard value != nil else { return [] }
    var numbers: [Int] = []
    for run in try array() {
      let (first, count) = try run.sync.pair()
      let (start, length) = (try first.sync.integer(), try count.sync.integer())
      guard length <= countMax - numbers.count, start <= SyncBounds.numberMax - length else {
        throw .malformed("a run is too long")
      }
      numbers.append(contentsOf: start..<start + length)
    }
    return numbers
  }

  /// Numbers, and ranges of them up or down: `[7, [20, 22], [9, 8]]` is 7, 20, 21, 22, 9, 8.
  ///
  /// - Parameter countMax: The maximum number of them.
  func ranges(atMost countMax: Int) throws(SyncError) -> [Int] {
    guard value != nil else { return [] }
    var numbers: [Int] = []
    for element in try array() {
      let bounds = element.arrayValue == nil ? [element, element] : try element.sync.array()
      guard bounds.count == 2 else { throw .malformed("a range does not have two numbers") }
      let (first, last) = (try bounds[0].sync.integer(), try bounds[1].sync.integer())
      guard abs(last - first) < countMax - numbers.count else {
        throw .malformed("a range is too long")
      }
      numbers.append(contentsOf: stride(from: first, through: last, by: first <= last ? 1 : -1))
    }
    return numbers
  }
}

extension [Int] {
  /// The numbers as runs; see `SyncReading.numbers()`.
  var runs: JSONValue {
    var runs: [(start: Int, count: Int)] = []
    for number in self {
      if let last = runs.last, last.start + last.count == number {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((number, 1))
      }
    }
    return .array(runs.map { [.integer($0.start), .integer($0.count)] })
  }

  /// The numbers, with ranges of three or more as their bounds; see `SyncReading.ranges()`.
  var ranges: JSONValue {
    var elements: [JSONValue] = []
    var start = 0
    while start < count {
      let step = start + 1 < count ? self[start + 1] - self[start] : 0
      var end = start + 1
      while abs(step) == 1, end < count, self[end] - self[end - 1] == step { end += 1 }
      if end - start < 3 {
        end = start + 1
        elements.append(.integer(self[start]))
      } else {
        elements.append([.integer(self[start]), .integer(self[end - 1])])
      }
      start = end
    }
    return .array(elements)
  }
}
