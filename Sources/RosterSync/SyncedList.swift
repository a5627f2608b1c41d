public import RosterEngine
public import RosterJSON

/// Brings requests of a device to its hub.
public protocol SyncTransport: Sendable {
  /// Sends a request, and returns the hub's answer.
  ///
  /// It may fail, and then the hub may have the request or not. It may be sent again later, so a
  /// request that is still on its way may come after a later one.
  func exchange(_ request: JSONValue) async throws -> JSONValue
}

extension SyncHub: SyncTransport {
  /// Answers a device in the same process.
  public func exchange(_ request: JSONValue) async throws -> JSONValue { answer(request) }
}

/// The list of a device that synchronizes with a hub.
///
/// The application changes ``list`` as any other list, offline or not. Each call of
/// ``synchronize()`` sends what it changed and takes what the hub had, as one batch for each answer,
/// until the hub has nothing more. A batch never rewrites a revision: changes of the device stay
/// where they are, among what others did.
///
///     let notes = try SyncedList(list, with: transport, coding: .json)
///     try await list.apply(changeset)  // at once, offline too
///     for outcome in try await notes.synchronize() { report(outcome) }  // when there is a network
///
/// Undo and redo of the list take back what the device did, and never what came from the hub.
///
/// One process opens the list of a device at a time.
public actor SyncedList<Model: Sendable, SectionModel: Sendable, Output: Sendable> {
  /// The list.
  public nonisolated let list: ListDataSource<Model, SectionModel, Output>
  private let transport: any SyncTransport
  private var device: SyncDevice<Model, SectionModel, Output>
  private var session = SyncSession()

  /// Opens a device.
  ///
  /// - Parameters:
  ///   - list: Its list. It is registered in the journal of the list as the subscriber "sync".
  ///   - transport: The way to the hub.
  ///   - coding: Turns models into JSON.
  ///   - limits: The sizes of messages; the same as those of the hub.
  ///   - states: The types of components whose states synchronize; the same at each opening.
  ///   - opening: A name that no other opening of any device has; a random one if `nil`.
  /// - Throws: `StorageError`; `newerFormat` if a newer Roster has synchronized the list.
  public init(
    _ list: ListDataSource<Model, SectionModel, Output>, with transport: any SyncTransport,
    coding: SyncCoding<Model, SectionModel>, limits: SyncLimits = SyncLimits(),
    states: SyncedStates = SyncedStates(), opening: String? = nil
  ) throws {
    self.list = list
    self.transport = transport
    device = try SyncDevice(
      list, name: opening ?? Self.randomName, coding: coding, limits: limits, states: states)
  }

  private static var randomName: String {
    (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
  }

  /// Whether the hub has not settled everything that the device has changed.
  ///
  /// - Throws: `StorageError`.
  public var hasPendingChanges: Bool { get throws { try device.hasPendingChanges } }

  /// Sends what is pending, and takes what the hub had, until the hub has settled everything and
  /// has nothing more. Returns at once if it is at work already.
  ///
  /// - Returns: What became of the device's changes. The batches say it too, in their user info.
  /// - Throws: The transport's error, `SyncError` or an error of the list. What was taken by then
  ///   stays; call it again later.
  public func synchronize() async throws -> [SyncOutcome] {
    var restartCount = 0
    while let sending = session.wake(hasPendingChanges: try device.hasChangesToSend) {
      do {
        let request = try device.request(sendsChanges: sending.sendsChanges)
        let sendsChanges = sending.sendsChanges && device.unsent == nil
        let answer = try await transport.exchange(request)
        let before = device.progress
        let isLast = try device.integrate(answer: answer)
        if sendsChanges || !isLast, device.progress == before {
          throw SyncError.refused(
            sendsChanges
              ? "it settled no change, and says nothing of them"
              : "it says that it has more, and sends nothing")
        }
        if device.progress.begins(after: before) {
          restartCount += 1
          guard restartCount <= SyncBounds.restartCountMax else {
            throw SyncError.refused("it begins with the whole list again and again")
          }
        }
        session.answered(sending.number, isLast: isLast)
        if isLast, try !device.hasChangesToSend { break }
      } catch {
        session.failed(sending.number)
        throw error
      }
    }
    return device.takeOutcomes() + (device.unsent.map { [$0] } ?? [])
  }

  /// Gives up a change that the hub has not settled, such as one that is ``SyncOutcome/Kind/unsent(_:)``: the
  /// list loses it, and what was made after it is settled without it. If it is on its way to the hub, it may be
  /// settled all the same, and comes back with the next batch.
  ///
  /// - Parameter revision: The revision of the list that the change was made as.
  /// - Returns: Whether such a change was pending. The next ``synchronize()`` says that it was refused.
  /// - Throws: `StorageError`, or an error of the list.
  @discardableResult
  public func discard(_ revision: Int) throws -> Bool { try device.discard(revision) }
}

/// When a device sends which request. A value that is told what happened, and says what to do.
///
///     idle ── wake ──→ waiting ── answered ──→ idle, or waiting for the next answer
///                        └────── failed ─────→ idle, unsettled
///
/// One request is under way at a time. Changes are sent only by a device that has everything that
/// the hub had. After a failure the device does not know whether the hub has its changes, so it asks
/// first, and the hub's revisions tell.
package struct SyncSession: Sendable {
  /// A request to send.
  package struct Sending: Hashable, Sendable {
    /// Names the request; an answer to another one is ignored.
    package var number: Int
    /// Whether the request holds changes.
    package var sendsChanges: Bool
  }

  /// The request under way, `nil` if there is none.
  package private(set) var waitsFor: Int?
  private var lastNumber = 0
  /// Whether the device has everything that the hub had at the last answer.
  private var isSettled = false

  /// Makes the session of a device that was just opened.
  package init() {}

  /// Starts a request, unless one is under way.
  ///
  /// - Parameter hasPendingChanges: Whether the device has changes that the hub has not settled.
  package mutating func wake(hasPendingChanges: Bool) -> Sending? {
    guard waitsFor == nil else { return nil }
    lastNumber += 1
    waitsFor = lastNumber
    return Sending(number: lastNumber, sendsChanges: hasPendingChanges && isSettled)
  }

  /// Notes that the device has integrated the answer.
  ///
  /// - Parameter isLast: Whether the hub had nothing more.
  package mutating func answered(_ number: Int, isLast: Bool) {
    guard waitsFor == number else { return }
    waitsFor = nil
    isSettled = isLast
  }

  /// Notes that no answer came, or one that could not be integrated.
  package mutating func failed(_ number: Int) { answered(number, isLast: false) }
}
