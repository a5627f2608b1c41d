import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterStore
import RosterSync
import RosterTestKit
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
    /// What a backup has of a device.
    struct Stored {
      var file: MemoryList
      /// The name of the opening.
      var opening: String
      /// The items that the device has inserted and acknowledged, by the revision.
      var acknowledged: [Revision: [String]] = [:]
      /// What its list tells of its changes.
      var outcomes = ToldOutcomes()
      /// Which life of the hub the device has heard of last.
      var hubLife = 0
    }

    var stored: Stored
    var life: SyncDevice<JSONValue, JSONValue, Never>
    /// What notes have told since the device was opened.
    var noted: [SyncOutcome] = []
    /// What was taken of that where answers are integrated.
    var taken: [SyncOutcome] = []
    var session = SyncSession()
    var backUp: Stored?
    var fault: Fault?
    let clock: SimulatedClock
    /// How often it was restored: what a backup takes back, another life may have taken back too.
    var restoreCount = 0
    var isCutFromHub = false
    var isCutToHub = false
  }

  /// The call of a storage in which a process ends.
  struct Fault {
    var moment: FaultyStorage.Moment
    var skipCount: Int
  }

  private struct Message {
    var device: Int
    var isRequest: Bool
    var number: Int
    /// Which opening of the device sent the request.
    var opening: Int
    /// Which life of the hub answered.
    var hubLife = 0
    var json: JSONValue
    /// What arrives, if that is not what was sent.
    var damaged: [UInt8]?
  }

  private let hubClock = SimulatedClock()
  private(set) var hubFile: MemoryList
  private var hubFault: Fault?
  private var hubBackUp: MemoryList?
  /// How often the hub was restored.
  private var hubLife = 0
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
    hubFile = MemoryList(clock: hubClock)
    hubList = try Self.open(hubFile)
    hub = SyncHub(hubList, name: "hub", coding: .json, limits: limits)
    for _ in 0..<count {
      let clock = SimulatedClock()
      let file = MemoryList(clock: clock)
      let opening = "opening \(openingCount)"
      openings.append(openingCount)
      devices.append(
        Device(
          stored: .init(file: file, opening: opening),
          life: try SyncDevice(
            Self.open(file), name: opening, coding: .json, limits: limits,
            states: .ofRows), clock: clock))
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

  /// Lets all devices work again after a run, and checks what the lists hold then.
  mutating func resume() throws {
    for device in devices.indices {
      for kind in [RandomEdit.Kind.insertion, .update, .move, .removal] {
        step += 1
        try edit(device, UInt64(step), kind)
      }
      step += 1
      try takeBack(device, .undo)
    }
    try settle()
    try checkEnd()
  }

  private mutating func perform(_ step: SimulatedStep) throws {
    for clock in devices.map(\.clock) + [hubClock] { clock.tick() }
    switch step {
    case .edit(let device, let seed): try edit(device, seed)
    case .removeSection(let device, let seed): try edit(device, seed, .sectionRemoval)
    case .moveToOtherSection(let device, let seed): try edit(device, seed, .moveToOtherSection)
    case .insertLarge(let device, let seed): try edit(device, seed, .largeInsertion)
    case .discard(let device): try discard(device)
    case .write(let device, let seed): try write(device, seed)
    case .editHub(let seed): try editHub(seed)
    case .wake(let device): try wake(device)
    case .deliver(let number): try deliver(number)
    case .step(let device, let isRedo): try takeBack(device, isRedo ? .redo : .undo)
    case .setClock(let device, let time): devices[device].clock.set(to: time)
    case .setHubClock(let time): hubClock.set(to: time)
    case .lose(let number): if !network.isEmpty { network.remove(at: number % network.count) }
    case .damage(let number, let seed):
      if !network.isEmpty { damage(number % network.count, seed) }
    case .double(let number):
      if !network.isEmpty { network.append(network[number % network.count]) }
    case .timeout(let device):
      if let number = devices[device].session.waitsFor { devices[device].session.failed(number) }
    case .cut(let device, true): devices[device].isCutToHub = true
    case .cut(let device, false): devices[device].isCutFromHub = true
    case .mend(let device):
      devices[device].isCutToHub = false
      devices[device].isCutFromHub = false
    case .restart(let device):
      try reopen(device)
      try check(device)
    case .kill(let device, let count, let after):
      devices[device].fault = Fault(moment: after ? .after : .before, skipCount: count)
    case .killHub(let count, let after):
      hubFault = Fault(moment: after ? .after : .before, skipCount: count)
    case .backUp(let device):
      var backUp = devices[device].stored
      backUp.file = backUp.file.copy()
      devices[device].backUp = backUp
    case .restore(let device): try restore(device)
    case .restoreAndEdit(let device, let seed): try restore(device, editing: seed)
    case .resume(let device): try restore(device, resuming: true)
    case .backUpHub: hubBackUp = hubFile.copy()
    case .restoreHub: try restoreHub()
    case .compactHub(let count):
      _ = try hubList.compact(JournalRetention(revisionCountMax: count))
    case .compact(let device):
      _ = try devices[device].life.list.compact(JournalRetention(revisionCountMax: 0))
    case .compactHubByAge(let minutes):
      _ = try hubList.compact(JournalRetention(ageMax: .seconds(60 * minutes)))
    case .compactByAge(let device, let minutes):
      _ = try devices[device].life.list.compact(
        JournalRetention(ageMax: .seconds(60 * minutes)))
    }
  }

  /// Mends everything, and lets all devices send until nothing is left to send.
  private mutating func settle() throws {
    hubFault = nil
    for device in devices.indices {
      devices[device].isCutToHub = false
      devices[device].isCutFromHub = false
      devices[device].fault = nil
    }
    // What is on its way arrives, late.
    while !network.isEmpty { try deliver(0) }
    // With small messages a list that comes whole takes some.
    var usual = SyncLimits()
    usual.changeByteCountMax = limits.changeByteCountMax
    let bound = limits == usual ? 60 : 400
    for _ in 0..<bound {
      var isQuiet = true
      let revision = hubList.snapshot.revision
      for device in devices.indices {
        step += 1
        try perform(.timeout(device: device))
        while devices[device].life.unsent != nil { try discard(device) }
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

  /// Lets a device work, and opens it again if its process has ended meanwhile. What it did by then
  /// is to be noted in the ledger before the device is checked.
  private mutating func run(
    _ device: Int, _ body: (inout Simulation) throws -> Void
  ) throws {
    let file = devices[device].stored.file
    let fault = devices[device].fault
    devices[device].fault = nil
    if let fault { file.fail(fault.moment, skipping: fault.skipCount) }
    let result = Result { try body(&self) }
    if file.heal(), fault != nil { return try reopen(device) }
    try result.get()
  }

  /// Lets the hub work, and opens it again if its process has ended meanwhile.
  ///
  /// - Returns: Whether the hub did not end.
  private mutating func runHub(_ body: (inout Simulation) throws -> Void) throws -> Bool {
    let file = hubFile
    let fault = hubFault
    hubFault = nil
    if let fault { file.fail(fault.moment, skipping: fault.skipCount) }
    let result = Result { try body(&self) }
    if file.heal(), fault != nil {
      try reopenHub()
      return false
    }
    try result.get()
    return true
  }

  private mutating func edit(
    _ device: Int, _ seed: UInt64, _ kind: RandomEdit.Kind = .any
  ) throws {
    let (edit, annotation) = try edit(devices[device].life.list, of: device, seed, kind)
    try run(device) { simulation in
      try simulation.apply(edit, annotation, to: simulation.devices[device].life.list, of: device)
    }
    try check(device)
  }

  /// Makes an edit of a device's list.
  private mutating func edit(
    _ list: JSONList, of device: Int, _ seed: UInt64, _ kind: RandomEdit.Kind = .any
  ) throws -> (RandomEdit, ChangeAnnotation) {
    editCount += 1
    let edit = try RandomEdit(
      list.snapshot.contents(), seed: seed, name: "d\(device).\(editCount)", kind)
    ledger.note(edit)
    return (edit, annotation("d\(device)", devices[device].clock))
  }

  private mutating func apply(
    _ edit: RandomEdit, _ annotation: ChangeAnnotation, to list: JSONList, of device: Int
  ) throws {
    let batch = try list.applySynchronously(edit.changeset, annotation)
    devices[device].stored.acknowledged[batch.target.revision] = edit.inserted
    ledger.acknowledge(edit.inserted)
  }

  /// Writes a state of a random item: a mark that no other one has, a text, or a state that stays on the
  /// device.
  private mutating func write(_ device: Int, _ seed: UInt64) throws {
    editCount += 1
    let snapshot = devices[device].life.list.snapshot
    var random = SplitMix64(seed: seed)
    let rows = try snapshot.contents().sections.enumerated().flatMap { section, row in
      row.items.enumerated().map { (ItemPath(section: section, item: $0), $1.id) }
    }
    guard !rows.isEmpty else { return }
    let (path, id) = rows[random.index(below: rows.count)]
    let mark = "d\(device).\(editCount)"
    let states = try snapshot.states(at: path) ?? [:]
    let choice = random.index(below: 10)
    try run(device) { simulation in
      let list = simulation.devices[device].life.list
      switch choice {
      case 0..<6:
        let marks = states[.marks].flatMap { JSONState($0) }?.value.arrayValue ?? []
        try list.write(.array(marks + [.string(mark)]), .marks, of: .path(path))
        simulation.ledger.acknowledge(mark: mark, of: id)
      case 6..<9: try list.write(["text": .string(mark)], .draft, of: .path(path))
      default: try list.write(["isUnfolded": .bool(choice == 9)], .unfolded, of: .path(path))
      }
    }
    try check(device)
  }

  private mutating func editHub(_ seed: UInt64) throws {
    editCount += 1
    let edit = try RandomEdit(hubList.snapshot.contents(), seed: seed, name: "h.\(editCount)")
    let annotation = annotation("hub", hubClock)
    ledger.note(edit)
    _ = try runHub { simulation in
      _ = try simulation.hubList.applySynchronously(edit.changeset, annotation)
      simulation.ledger.acknowledge(edit.inserted)
      simulation.ledger.confirm(edit.inserted)
    }
  }

  /// What an author says of the current edit.
  private mutating func annotation(_ origin: String, _ clock: SimulatedClock) -> ChangeAnnotation {
    let annotation = ChangeAnnotation(
      origin: origin, at: "\(clock.now)", userInfo: ["edit": .number(Double(editCount))])
    ledger.note(annotation, ofEdit: editCount)
    return annotation
  }

  private mutating func takeBack(_ device: Int, _ direction: HistoryDirection) throws {
    let before = try devices[device].life.list.snapshot.contents()
    let marks = try marks(device)
    try run(device) { simulation in
      guard try simulation.hasStepped(device, direction), direction == .undo else { return }
      // A device that is opened again below takes over what others have written.
      let undone = try simulation.devices[device].life.list.snapshot.contents()
      try simulation.checkAuthors(of: before, undone, "d\(device).")
    }
    let after = try devices[device].life.list.snapshot.contents()
    ledger.note(stepFrom: before, to: after, by: "\(device).\(devices[device].restoreCount)")
    // The states of a change are taken back with it.
    ledger.forget(marks.subtracting(try self.marks(device)))
    try check(device)
  }

  /// Lets a device undo or redo something.
  ///
  /// - Returns: Whether there was something.
  private func hasStepped(_ device: Int, _ direction: HistoryDirection) throws -> Bool {
    do throws(DataSourceError) {
      _ = try devices[device].life.list.applySynchronously(.step(direction))
      return true
    } catch .nothingToUndo, .nothingToRedo {
      return false
    } catch .storage(let error) where error.code == .compacted {
      return false
    }
  }

  /// Lets a device give up the first change that cannot be sent, so that those behind it go on.
  private mutating func discard(_ device: Int) throws {
    guard let unsent = devices[device].life.unsent else { return }
    let marks = try marks(device)
    ledger.lose(devices[device].stored.acknowledged[unsent.revision] ?? [])
    try run(device) { simulation in
      guard try simulation.devices[device].life.discard(unsent.revision) else {
        throw simulation.fault("device \(device) does not know its change \(unsent.revision)")
      }
      simulation.devices[device].taken += simulation.devices[device].life.takeOutcomes()
    }
    ledger.forget(marks.subtracting(try self.marks(device)))
    try check(device)
  }

  private func marks(_ device: Int) throws -> Set<JSONValue> {
    let states = try devices[device].life.list.snapshot.syncedStates([.marks])
    return Set(states.flatMap { $0.state?.value.arrayValue ?? [] })
  }

  private mutating func wake(_ device: Int) throws {
    try run(device) { simulation in
      let pending = try simulation.devices[device].life.hasChangesToSend
      guard let sending = simulation.devices[device].session.wake(hasPendingChanges: pending)
      else { return }
      let json = try simulation.devices[device].life.request(sendsChanges: sending.sendsChanges)
      simulation.network.append(
        Message(
          device: device, isRequest: true, number: sending.number,
          opening: simulation.openings[device], json: json))
    }
    try check(device)
  }

  private mutating func damage(_ number: Int, _ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bytes = Array(network[number].json.canonicalText.utf8)
    if random.happens(percent: 20) {
      bytes.removeLast(1 + random.index(below: bytes.count))
    } else {
      bytes[random.index(below: bytes.count)] ^= 1 << random.index(below: 8)
    }
    network[number].damaged = bytes
  }

  private mutating func deliver(_ number: Int) throws {
    guard !network.isEmpty else { return }
    var message = network.remove(at: number % network.count)
    let device = message.device
    var isDamaged = false
    if let bytes = message.damaged {
      // What is no JSON does not come out of the transport.
      guard let json = try? JSONParser().parse(bytes) else {
        if !message.isRequest { devices[device].session.failed(message.number) }
        return
      }
      isDamaged = json != message.json
      message.json = json
    }
    guard message.isRequest else {
      guard !devices[device].isCutFromHub, openings[device] == message.opening,
        devices[device].session.waitsFor == message.number
      else { return }
      return isDamaged ? try refuse(message) : try integrate(message)
    }
    if !devices[device].isCutToHub { try answer(message, isDamaged: isDamaged) }
  }

  private mutating func answer(_ message: Message, isDamaged: Bool) throws {
    let revision = hubList.snapshot.revision
    var answer = JSONValue.null
    guard try runHub({ answer = $0.hub.answer(message.json) }) else { return }
    let reason = answer["refused"]?.stringValue
    if isDamaged, reason == nil || hubList.snapshot.revision != revision {
      throw fault("the hub took a damaged request")
    }
    if !isDamaged, let reason { throw fault("the hub refused a request: \(reason)") }
    if let id = ledger.twice(in: try hubList.snapshot.contents().itemIDs) {
      throw fault("the hub has \(id) twice")
    }
    network.append(
      Message(
        device: message.device, isRequest: false, number: message.number,
        opening: message.opening, hubLife: hubLife, json: answer))
  }

  /// Gives a device an answer that it must not take.
  private mutating func refuse(_ message: Message) throws {
    let revision = devices[message.device].life.list.snapshot.revision
    do {
      _ = try devices[message.device].life.integrate(answer: message.json)
      throw fault("device \(message.device) took a damaged answer")
    } catch is SyncError {
      devices[message.device].session.failed(message.number)
    }
    guard devices[message.device].life.list.snapshot.revision == revision else {
      throw fault("a damaged answer changed the list of device \(message.device)")
    }
  }

  private mutating func integrate(_ message: Message) throws {
    let device = message.device
    if message.json["refused"] != nil { return try refuse(message) }
    // A device that follows a restored hub keeps its own changes, which no hub had settled, and what the restored hub has.
    // What others made may come again from them.
    let follows = devices[device].stored.hubLife != message.hubLife
    let unsettled = try unsettledIDs(device)
    var kept = try Set(ids(device))
    if follows { kept.formIntersection(try answeredIDs(message).union(unsettled)) }
    try run(device) { try $0.take(message) }
    let after = Set(try ids(device))
    for id in kept.sorted() where !after.contains(id) && !ledger.mayBeGone(id) {
      throw fault("device \(device) no longer has \(id), which is not removed")
    }
    if message.hubLife != hubLife {
      // The device believes a lost hub that it had settled these, and does not send them again.
      let heard = try unsettled.subtracting(unsettledIDs(device))
      ledger.loseSettled(try heard.subtracting(hubList.snapshot.contents().itemIDs))
    }
    try check(device)
  }

  /// The items of the hub's list at the revision of an answer; none if that is of an earlier life of the hub, or no longer
  /// kept.
  private func answeredIDs(_ message: Message) throws -> Set<String> {
    guard message.hubLife == hubLife, let revision = message.json["revision"]?.intValue,
      let contents = try? hubList.snapshot(at: revision).contents()
    else { return [] }
    return Set(contents.itemIDs)
  }

  /// The items that a device has and the hub's list, as the device knows it, has not.
  private func unsettledIDs(_ device: Int) throws -> Set<String> {
    Set(try ids(device)).subtracting(try devices[device].life.hubContents().itemIDs)
  }

  private mutating func take(_ message: Message) throws {
    let device = message.device
    let revision = devices[device].life.list.snapshot.revision
    let isLast = try devices[device].life.integrate(answer: message.json)
    devices[device].session.answered(message.number, isLast: isLast)
    // A page of a list that comes whole changes nothing before the last one.
    if message.json["whole"] != nil { ledger.hasForgotten = true }
    if message.json["next"] == nil { devices[device].stored.hubLife = message.hubLife }
    guard devices[device].life.list.snapshot.revision >= revision else {
      throw fault("device \(device) went back")
    }
    let outcomes = devices[device].life.takeOutcomes()
    devices[device].taken += outcomes
    for outcome in outcomes {
      guard let ids = devices[device].stored.acknowledged[outcome.revision] else { continue }
      if outcome.kind == .confirmed, message.hubLife == hubLife { ledger.confirm(ids) }
      if case .refused(let reason) = outcome.kind, reason.contains("does not fit") {
        throw fault("device \(device), revision \(outcome.revision): \(reason)")
      }
    }
  }

  /// Ends an opening of a device and begins the next one.
  ///
  /// - Parameter resumes: Whether it has the name of the last one.
  private mutating func reopen(_ device: Int, resuming resumes: Bool = false) throws {
    if !resumes { devices[device].stored.opening = "opening \(openingCount)" }
    openings[device] = openingCount
    let list = try Self.open(devices[device].stored.file)
    // What the opening before has committed in its last call is told by the list alone.
    _ = try devices[device].stored.outcomes.read(list)
    devices[device].noted = []
    devices[device].taken = []
    devices[device].life = try SyncDevice(
      list, name: devices[device].stored.opening, coding: .json, limits: limits, states: .ofRows)
    devices[device].session = SyncSession()
    openingCount += 1
  }

  private mutating func reopenHub() throws {
    hubList = try Self.open(hubFile)
    hub = SyncHub(hubList, name: "hub", coding: .json, limits: limits)
  }

  /// - Parameters:
  ///   - seed: The seed of a change of the list before it is opened as that of a device.
  ///   - resumes: Whether the device goes on under the name that it had.
  private mutating func restore(
    _ device: Int, editing seed: UInt64? = nil, resuming resumes: Bool = false
  ) throws {
    guard let backUp = devices[device].backUp else { return }
    let kept = Set(backUp.acknowledged.values.joined())
    // What it had made since may be lost, unless the hub had it.
    ledger.marks = [:]
    ledger.lose(
      devices[device].stored.acknowledged.values.joined().filter { !kept.contains($0) })
    ledger.hasForgotten = true
    devices[device].stored = backUp
    devices[device].restoreCount += 1
    devices[device].stored.file = backUp.file.copy()
    if let seed {
      let list = try Self.open(devices[device].stored.file)
      let (edit, annotation) = try edit(list, of: device, seed)
      try apply(edit, annotation, to: list, of: device)
    }
    try reopen(device, resuming: resumes)
    if ledger.isHubRestored {
      ledger.noteReturns(try hubList.snapshot.contents().itemIDs, to: try ids(device))
    }
    try check(device)
  }

  /// The hub loses what it has settled since the backup, but for what a device still has to send.
  private mutating func restoreHub() throws {
    guard let backUp = hubBackUp else { return }
    let lost = try hubList.snapshot.contents()
    var pending = Set<String>()
    for device in devices.indices { pending.formUnion(try unsettledIDs(device)) }
    hubFile = backUp.copy()
    hubLife += 1
    ledger.isHubRestored = true
    hubFault = nil
    try reopenHub()
    let kept = try hubList.snapshot.contents()
    ledger.noteReturns(kept.itemIDs, to: lost.itemIDs)
    for device in devices.indices { ledger.noteReturns(kept.itemIDs, to: try ids(device)) }
    try keepMarks(of: kept)
    ledger.confirm(kept.itemIDs)
    ledger.loseSettled(Set(lost.itemIDs).subtracting(kept.itemIDs).subtracting(pending))
    ledger.lostSections.formUnion(Set(lost.sectionIDs).subtracting(kept.sectionIDs))
  }

  /// Expects of the marks in the end those that the restored hub has.
  private mutating func keepMarks(of contents: ListContents<JSONValue, JSONValue>) throws {
    let states = try hubList.snapshot.syncedStates([.marks])
    var kept: [String: [String]] = [:]
    for (section, row) in contents.sections.enumerated() {
      for (item, model) in row.items.enumerated() {
        let place = TreePlace.item(ItemPath(section: section, item: item))
        let marks = states.first { $0.place == place }?.state?.value.arrayValue ?? []
        kept[model.id] = ledger.marks[model.id]?.filter { marks.contains(.string($0)) }
      }
    }
    ledger.marks = kept
  }

  // MARK: Checks

  private func ids(_ device: Int) throws -> [String] {
    try devices[device].life.list.snapshot.contents().itemIDs
  }

  /// Checks that a device has its own writes, each once, that it knows the hub's list, and that none of
  /// its changes has two outcomes.
  private mutating func check(_ device: Int) throws {
    try checkOutcomes(device)
    let life = devices[device].life
    if let damage = try life.damage() { throw fault("device \(device): \(damage)") }
    let ids = try ids(device)
    if let id = ledger.twice(in: ids) { throw fault("device \(device) has \(id) twice") }
    let present = Set(ids)
    for id in devices[device].stored.acknowledged.values.joined()
    where !present.contains(id) && !ledger.mayBeGone(id) {
      throw fault("device \(device) does not have its own \(id)")
    }
    if devices[device].stored.hubLife == hubLife,
      let known = try? hubList.snapshot(at: life.hubRevision).contents(),
      known != (try life.hubContents())
    {
      throw fault(
        "device \(device) has not the list of the hub at \(life.hubRevision): "
          + "\(try life.hubContents()), not \(known)")
    }
    if devices[device].stored.hubLife == hubLife,
      let known = try? hubList.snapshot(at: life.hubRevision).syncedStates(),
      known != (try life.hubStates())
    {
      throw fault(
        "device \(device) has not the states of the hub at \(life.hubRevision): "
          + "\(try life.hubStates().map(\.json)), not \(known.map(\.json))")
    }
  }

  /// Checks that an undo has replaced no text but those that its device has written. Each text is written once, and begins
  /// with the name of its author.
  private func checkAuthors(
    of source: ListContents<JSONValue, JSONValue>, _ target: ListContents<JSONValue, JSONValue>,
    _ author: String
  ) throws {
    let models: (ListContents<JSONValue, JSONValue>) -> [String: JSONValue] = { contents in
      let all = contents.sections.flatMap { row in [row.model].compactMap(\.self) + row.items }
      // After some faults an item may be twice, and the undo may take back one of them.
      return Dictionary(grouping: all, by: \.id).compactMapValues { $0.count == 1 ? $0[0] : nil }
    }
    let after = models(target)
    for (id, model) in models(source) {
      guard let text = model["text"]?.stringValue, !text.hasPrefix(author), after[id] != nil,
        after[id] != model
      else { continue }
      throw fault("an undo of \(author) has replaced \(text.prefix(40)) of \(id)")
    }
  }

  /// Checks what the application is told of its changes: by the list, and by the calls since it was opened.
  private mutating func checkOutcomes(_ device: Int) throws {
    let life = devices[device].life
    devices[device].noted += try devices[device].stored.outcomes.read(life.list)
    if let damage = devices[device].stored.outcomes.damage {
      throw fault("device \(device): \(damage)")
    }
    let returned = devices[device].taken + life.outcomes
    guard returned == devices[device].noted else {
      throw fault("device \(device) returns \(returned), its list says \(devices[device].noted)")
    }
  }

  private mutating func checkEnd() throws {
    let hubContents = try hubList.snapshot.contents()
    let fingerprint = hubContents.fingerprint
    for device in devices.indices {
      let contents = try devices[device].life.list.snapshot.contents()
      guard contents.fingerprint == fingerprint else {
        throw fault("device \(device) ends with \(contents), the hub with \(hubContents)")
      }
      let states = try devices[device].life.list.snapshot.syncedStates()
      guard try states == hubList.snapshot.syncedStates() else {
        throw fault(
          "device \(device) ends with the states \(states.map(\.json)), the hub with "
            + "\(try hubList.snapshot.syncedStates().map(\.json))")
      }
      try check(device)
      let waiting = devices[device].stored.outcomes.waiting
      guard waiting.isEmpty else {
        throw fault("device \(device) is told no outcome of its revisions \(waiting.sorted())")
      }
    }
    if try !hubList.snapshot.syncedStates([.unfolded]).isEmpty {
      throw fault("the hub has a state that stays on devices")
    }
    try checkMarks(hubContents)
    let ids = hubContents.itemIDs
    if let id = ledger.twice(in: ids) { throw fault("the hub has \(id) twice") }
    for id in ledger.required where !ids.contains(id) {
      throw fault("\(id) was acknowledged and is gone")
    }
    try checkAnnotations()
  }

  /// Checks that every mark is there whose item was never removed.
  private func checkMarks(_ contents: ListContents<JSONValue, JSONValue>) throws {
    let states = try hubList.snapshot.syncedStates([.marks])
    for (section, row) in contents.sections.enumerated() {
      for (item, model) in row.items.enumerated() where !ledger.mayBeGone(model.id) {
        let place = TreePlace.item(ItemPath(section: section, item: item))
        let marks = states.first { $0.place == place }?.state?.value.arrayValue ?? []
        for mark in ledger.marks[model.id] ?? [] where !marks.contains(.string(mark)) {
          throw fault(
            "the mark \(mark) of \(model.id), the \(place), was acknowledged and is gone: "
              + "\(states.map(\.json))")
        }
      }
    }
  }

  /// Checks that everything says of itself what its author said.
  private func checkAnnotations() throws {
    var said: [ChangeAnnotation] = []
    for list in devices.map(\.life.list) + [hubList] {
      try list.forEachAnnotation(upTo: list.snapshot.revision) { _, annotation in
        said += SyncNews(annotation)?.changes.map(\.annotation) ?? [annotation]
        return true
      }
    }
    for annotation in said where !ledger.knows(annotation) {
      throw fault("a revision says \(annotation), which its author did not say")
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
  /// The sections that only a lost hub had. What devices insert into them is refused.
  var lostSections: Set<String> = []
  private var sections: [String: Set<String>] = [:]
  /// The devices whose undo or redo has brought an item back.
  private var revivers: [String: Set<String>] = [:]
  /// Whether the hub was restored.
  var isHubRestored = false
  /// What a restored hub had and a list beside it had not: the hub has again what a device has removed.
  private var returned: Set<String> = []
  /// Whether a device no longer knows which items of the hub's list it has removed, because the list came
  /// whole or an older one was restored. What two devices have brought back may be twice then.
  var hasForgotten = false
  private var said: [Int: ChangeAnnotation] = [:]
  /// The marks that devices have made on items; none from before a list was restored.
  var marks: [String: [String]] = [:]

  mutating func note(_ edit: RandomEdit) {
    removed.formUnion(edit.removed)
    removedSections.formUnion(edit.removedSections)
    for (id, section) in edit.sections { sections[id, default: []].insert(section) }
  }

  mutating func note(_ annotation: ChangeAnnotation, ofEdit edit: Int) { said[edit] = annotation }

  mutating func note(
    stepFrom source: ListContents<JSONValue, JSONValue>,
    to target: ListContents<JSONValue, JSONValue>, by device: String
  ) {
    removed.formUnion(Set(source.itemIDs).subtracting(target.itemIDs))
    removedSections.formUnion(Set(source.sectionIDs).subtracting(target.sectionIDs))
    var counts: [String: Int] = [:]
    for id in source.itemIDs { counts[id, default: 0] += 1 }
    for id in target.itemIDs {
      counts[id, default: 0] -= 1
      if counts[id, default: 0] < 0 { revivers[id, default: []].insert(device) }
    }
  }

  /// Notes what a lost hub had settled, and no device sends again.
  mutating func loseSettled(_ ids: Set<String>) {
    lost.formUnion(ids)
    confirmed.subtract(ids)
  }

  /// Returns an item that is twice in a list and must not be.
  func twice(in ids: [String]) -> String? {
    var seen: Set<String> = []
    return ids.first { id in
      guard !seen.insert(id).inserted else { return false }
      let count = revivers[id, default: []].count
      return !(hasForgotten && count > 1 || returned.contains(id) && count > 0)
    }
  }

  /// Notes what comes back to a list whose hub was restored.
  mutating func noteReturns(_ hub: [String], to list: [String]) {
    returned.formUnion(Set(hub).subtracting(list))
  }

  /// Whether an annotation of an edit is the one that its author made.
  func knows(_ annotation: ChangeAnnotation) -> Bool {
    guard let edit = annotation.userInfo["edit"]?.intValue else { return true }
    var annotation = annotation
    annotation.userInfo[ChangeAnnotation.syncKey] = nil
    return said[edit] == annotation
  }

  mutating func forget(_ gone: Set<JSONValue>) {
    if gone.isEmpty { return }
    marks = marks.mapValues { $0.filter { !gone.contains(.string($0)) } }
  }

  mutating func acknowledge(mark: String, of id: String) { marks[id, default: []].append(mark) }
  mutating func acknowledge(_ ids: [String]) { acknowledged.formUnion(ids) }
  mutating func confirm(_ ids: [String]) { confirmed.formUnion(ids) }
  mutating func lose(_ ids: some Sequence<String>) { lost.formUnion(ids) }

  /// Whether a list may be without an item that it had.
  func mayBeGone(_ id: String) -> Bool {
    let sections = sections[id] ?? []
    return removed.contains(id) || !removedSections.isDisjoint(with: sections)
      || !acknowledged.contains(id)
      || !confirmed.contains(id)
        && (lost.contains(id) || !lostSections.isDisjoint(with: sections))
  }

  /// The items that every list must have in the end.
  var required: [String] { acknowledged.filter { !mayBeGone($0) } }
}

extension MemoryList {
  fileprivate convenience init(clock: SimulatedClock) {
    self.init(clock: { clock.milliseconds })
  }
}

extension ListContents<JSONValue, JSONValue> {
  var itemIDs: [String] { sections.flatMap { $0.items.map(\.id) } }

  var sectionIDs: [String] { sections.map { $0.model?.id ?? "" } }

  var fingerprint: String {
    var fingerprint = Fingerprint()
    for section in sections {
      fingerprint.addSection(model: section.model)
      for item in section.items { fingerprint.addItem(model: item) }
    }
    return fingerprint.hex
  }
}
