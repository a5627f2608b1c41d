import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterSync
import RosterTestSupport

typealias JSONList = ListDataSource<JSONValue, JSONValue, Never>

/// What a simulation found wrong.
struct SimulationFault: Error, CustomStringConvertible {
  var step: Int
  var message: String

  var description: String { "after step \(step): \(message)" }
}

/// One hub and some devices in one process, with a network between them that a program controls.
/// The same program gives the same run.
struct Simulation {
  /// A device, while it is open and beyond.
  struct Device {
    var file: MemoryList
    var life: SyncDevice<JSONValue, JSONValue, Never>
    var session = SyncSession()
    /// The items that the device has inserted and acknowledged, by the revision.
    var acknowledged: [Revision: [String]] = [:]
    var backUp: (file: MemoryList, acknowledged: [Revision: [String]])?
    var isCutFromHub = false
    var isCutToHub = false
  }

  private struct Message {
    var device: Int
    var isRequest: Bool
    var number: Int
    /// Which opening of the device sent the request.
    var opening: Int
    var json: JSONValue
  }

  private(set) var hubFile = MemoryList()
  private(set) var hub: SyncHub<JSONValue, JSONValue, Never>
  private(set) var hubList: JSONList
  private(set) var devices: [Device] = []
  private var openings: [Int] = []
  private var network: [Message] = []
  private var ledger = Ledger()
  private var editCount = 0
  private var openingCount = 0
  private var step = 0
  private let limits: SyncLimits

  init(devices count: Int, limits: SyncLimits) throws {
    self.limits = limits
    hubList = try Self.open(hubFile)
    hub = SyncHub(hubList, name: "hub", coding: .json, limits: limits)
    for _ in 0..<count {
      let file = MemoryList()
      openings.append(openingCount)
      devices.append(
        Device(
          file: file,
          life: try SyncDevice(
            Self.open(file), name: "opening \(openingCount)", coding: .json, limits: limits)))
      openingCount += 1
    }
  }

  private static func open(_ file: MemoryList) throws -> JSONList {
    try JSONList(storage: file, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec())
  }

  // MARK: Running

  /// Runs a program, heals everything, and checks what the lists hold in the end.
  static func run(
    _ program: [SimulatedStep], devices: Int, limits: SyncLimits = SyncLimits()
  ) throws -> Simulation {
    var simulation = try Simulation(devices: devices, limits: limits)
    for step in program {
      simulation.step += 1
      try simulation.perform(step)
    }
    try simulation.settle()
    try simulation.checkEnd()
    return simulation
  }

  private mutating func perform(_ step: SimulatedStep) throws {
    switch step {
    case .edit(let device, let seed): try edit(device, seed)
    case .editHub(let seed): try editHub(seed)
    case .wake(let device): try wake(device)
    case .deliver(let number): try deliver(number)
    case .lose(let number): if !network.isEmpty { network.remove(at: number % network.count) }
    case .double(let number):
      if !network.isEmpty { network.append(network[number % network.count]) }
    case .timeout(let device):
      for number in 0...10_000 where devices[device].session.awaits(number) {
        devices[device].session.failed(number)
      }
    case .cut(let device, true): devices[device].isCutToHub = true
    case .cut(let device, false): devices[device].isCutFromHub = true
    case .mend(let device):
      devices[device].isCutToHub = false
      devices[device].isCutFromHub = false
    case .restart(let device): try reopen(device)
    case .kill(let device, let after): devices[device].file.failCommit(after ? .after : .before)
    case .killHub(let after): hubFile.failCommit(after ? .after : .before)
    case .backUp(let device):
      devices[device].backUp = (devices[device].file.copy(), devices[device].acknowledged)
    case .restore(let device): try restore(device)
    case .compactHub(let count):
      _ = try hubList.compact(JournalRetention(revisionCountMax: count))
    case .compact(let device):
      _ = try devices[device].life.list.compact(JournalRetention(revisionCountMax: 0))
    }
  }

  /// Mends everything, and lets all devices send until nothing is left to send.
  private mutating func settle() throws {
    hubFile.failCommit(nil)
    for device in devices.indices {
      devices[device].isCutToHub = false
      devices[device].isCutFromHub = false
      devices[device].file.failCommit(nil)
    }
    // What is on its way arrives, late.
    while !network.isEmpty { try deliver(0) }
    let bound = 30
    for _ in 0..<bound {
      var isQuiet = true
      let revision = hubList.snapshot.revision
      for device in devices.indices {
        step += 1
        try perform(.timeout(device: device))
        try wake(device)
        while !network.isEmpty { try deliver(0) }
        let life = devices[device].life
        if try life.hasPendingChanges || life.hubRevision != hubList.snapshot.revision {
          isQuiet = false
        }
      }
      if isQuiet, revision == hubList.snapshot.revision { return }
    }
    let left = try devices.map { device in
      "\(device.life.hubRevision)\(try device.life.hasPendingChanges ? " with changes" : "")"
    }
    throw fault(
      "the queues did not drain in \(bound) rounds: hub \(hubList.snapshot.revision), devices \(left)"
    )
  }

  private func fault(_ message: String) -> SimulationFault {
    SimulationFault(step: step, message: message)
  }

  // MARK: Steps

  private mutating func edit(_ device: Int, _ seed: UInt64) throws {
    editCount += 1
    let list = devices[device].life.list
    let edit = try RandomEdit(list.snapshot.contents(), seed: seed, name: "d\(device).\(editCount)")
    ledger.note(edit)
    do {
      let batch = try list.applySynchronously(edit.changeset)
      devices[device].acknowledged[batch.target.revision] = edit.inserted
      ledger.acknowledge(edit.inserted)
    } catch {
      try reopen(device)
    }
    try check(device)
  }

  private mutating func editHub(_ seed: UInt64) throws {
    editCount += 1
    let edit = try RandomEdit(hubList.snapshot.contents(), seed: seed, name: "h.\(editCount)")
    ledger.note(edit)
    do {
      _ = try hubList.applySynchronously(edit.changeset)
      ledger.acknowledge(edit.inserted)
      ledger.confirm(edit.inserted)
    } catch {
      try reopenHub()
    }
  }

  private mutating func wake(_ device: Int) throws {
    do {
      let pending = try devices[device].life.hasPendingChanges
      guard let sending = devices[device].session.wake(hasPendingChanges: pending) else { return }
      let json = try devices[device].life.request(sendsChanges: sending.sendsChanges)
      try check(device)
      network.append(
        Message(
          device: device, isRequest: true, number: sending.number, opening: openings[device],
          json: json))
    } catch let error as DataSourceError {
      guard case .storage = error else { throw error }
      try reopen(device)
    }
  }

  private mutating func deliver(_ number: Int) throws {
    guard !network.isEmpty else { return }
    let message = network.remove(at: number % network.count)
    let device = message.device
    if message.isRequest {
      guard !devices[device].isCutToHub else { return }
      let answer = hub.answer(message.json)
      if answer["refused"] != nil { try reopenHub() }
      network.append(
        Message(
          device: device, isRequest: false, number: message.number, opening: message.opening,
          json: answer))
      return
    }
    guard !devices[device].isCutFromHub, openings[device] == message.opening,
      devices[device].session.awaits(message.number)
    else { return }
    try integrate(message)
  }

  private mutating func integrate(_ message: Message) throws {
    let device = message.device
    let before = try ids(device)
    let revision = devices[device].life.list.snapshot.revision
    do {
      let isLast = try devices[device].life.integrate(answer: message.json)
      devices[device].session.answered(message.number, isLast: isLast)
    } catch let error as DataSourceError {
      guard case .storage = error else { throw error }
      return try reopen(device)
    } catch SyncError.refused {
      return devices[device].session.failed(message.number)
    }
    guard devices[device].life.list.snapshot.revision >= revision else {
      throw fault("device \(device) went back")
    }
    for outcome in devices[device].life.takeOutcomes() {
      guard let ids = devices[device].acknowledged[outcome.revision] else { continue }
      if outcome.kind == .confirmed { ledger.confirm(ids) }
      if case .refused(let reason) = outcome.kind, reason.contains("does not fit") {
        throw fault("device \(device), revision \(outcome.revision): \(reason)")
      }
    }
    let after = Set(try ids(device))
    for id in before where !after.contains(id) && !ledger.mayBeGone(id) {
      throw fault("device \(device) no longer has \(id), which is not removed")
    }
    try check(device)
  }

  /// Ends an opening of a device and begins the next one.
  private mutating func reopen(_ device: Int) throws {
    devices[device].file.failCommit(nil)
    openings[device] = openingCount
    devices[device].life = try SyncDevice(
      Self.open(devices[device].file), name: "opening \(openingCount)", coding: .json,
      limits: limits)
    devices[device].session = SyncSession()
    openingCount += 1
    try check(device)
  }

  private mutating func reopenHub() throws {
    hubFile.failCommit(nil)
    hubList = try Self.open(hubFile)
    hub = SyncHub(hubList, name: "hub", coding: .json, limits: limits)
  }

  private mutating func restore(_ device: Int) throws {
    guard let backUp = devices[device].backUp else { return }
    let kept = Set(backUp.acknowledged.values.joined())
    // What it had made since may be lost, unless the hub had it.
    ledger.lose(devices[device].acknowledged.values.joined().filter { !kept.contains($0) })
    devices[device].acknowledged = backUp.acknowledged
    devices[device].file = backUp.file.copy()
    try reopen(device)
  }

  // MARK: Checks

  private func ids(_ device: Int) throws -> [String] {
    try devices[device].life.list.snapshot.contents().sections.flatMap { $0.items.map(\.id) }
  }

  /// Checks that a device has its own writes, each once, and knows the hub's list.
  private func check(_ device: Int) throws {
    let life = devices[device].life
    if let damage = try life.damage() { throw fault("device \(device): \(damage)") }
    let ids = try ids(device)
    guard Set(ids).count == ids.count else {
      throw fault("device \(device) has an item twice: \(ids.sorted())")
    }
    let present = Set(ids)
    for id in devices[device].acknowledged.values.joined()
    where !present.contains(id) && !ledger.mayBeGone(id) {
      throw fault("device \(device) does not have its own \(id)")
    }
    if let known = try? hubList.snapshot(at: life.hubRevision).contents(),
      known != (try life.hubContents())
    {
      throw fault(
        "device \(device) has not the list of the hub at \(life.hubRevision): "
          + "\(try life.hubContents()), not \(known)")
    }
  }

  private func checkEnd() throws {
    let hubContents = try hubList.snapshot.contents()
    let fingerprint = hubContents.fingerprint
    for device in devices.indices {
      let contents = try devices[device].life.list.snapshot.contents()
      guard contents.fingerprint == fingerprint else {
        throw fault("device \(device) ends with \(contents), the hub with \(hubContents)")
      }
      try check(device)
    }
    let ids = hubContents.sections.flatMap { $0.items.map(\.id) }
    guard Set(ids).count == ids.count else { throw fault("the hub has an item twice") }
    for id in ledger.required where !ids.contains(id) {
      throw fault("\(id) was acknowledged and is gone")
    }
  }
}

/// What was done to items by all writers together.
private struct Ledger {
  private var acknowledged: Set<String> = []
  private var confirmed: Set<String> = []
  private var lost: Set<String> = []
  private var removed: Set<String> = []
  private var removedSections: Set<String> = []
  private var sections: [String: Set<String>] = [:]

  mutating func note(_ edit: RandomEdit) {
    removed.formUnion(edit.removed)
    removedSections.formUnion(edit.removedSections)
    for (id, section) in edit.sections { sections[id, default: []].insert(section) }
  }

  mutating func acknowledge(_ ids: [String]) { acknowledged.formUnion(ids) }
  mutating func confirm(_ ids: [String]) { confirmed.formUnion(ids) }
  mutating func lose(_ ids: some Sequence<String>) { lost.formUnion(ids) }

  /// Whether a list may be without an item that it had.
  func mayBeGone(_ id: String) -> Bool {
    removed.contains(id) || !removedSections.isDisjoint(with: sections[id] ?? [])
      || lost.contains(id) && !confirmed.contains(id) || !acknowledged.contains(id)
  }

  /// The items that every list must have in the end.
  var required: [String] { acknowledged.filter { !mayBeGone($0) } }
}

extension ListContents<JSONValue, JSONValue> {
  var fingerprint: String {
    var fingerprint = Fingerprint()
    for section in sections {
      fingerprint.addSection(model: section.model)
      for item in section.items { fingerprint.addItem(model: item) }
    }
    return fingerprint.hex
  }
}
