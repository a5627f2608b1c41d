internal import RosterMounting

/// The number of a caller that waits for a picture.
struct LoadTicket: Hashable, Sendable {
  let number: Int
}

/// The bytes of an address, on their way.
struct FetchID: Hashable, Sendable {
  let number: Int
}

/// What a loader does after an event.
enum LoadAction: Equatable {
  /// Looks for the bytes of an address in the folder.
  case read(FetchID, String)
  /// Downloads the bytes of an address.
  case download(FetchID, String)
  /// Pauses before the next attempt.
  case pause(FetchID, Duration)
  /// Cancels what is done for a fetch.
  case cancel(FetchID)
  /// Decodes a picture.
  case decode(ImageRequest, [UInt8])
  /// Writes the bytes of an address to the folder.
  case keep(String, [UInt8])
  /// Removes the bytes of an address from the folder: they are no picture.
  case discard(String)
  /// Tells those who wait how far the bytes are.
  case report([LoadTicket], ImageProgress)
  /// Tells those who wait how it ended.
  case end([LoadTicket], Result<Picture, ImageError>)
}

/// Which pictures are wanted, and what is done next for them: a state machine without threads.
///
///     ask ─▸ fetch: waits ─▸ reads ─▸ waits ─▸ downloads ⇄ pauses
///                              │                  │
///                              └───── bytes ──────┘
///                                       │
///            work:                    waits ─▸ decodes ─▸ end
///
/// There is one *work* for a request, and one *fetch* for an address, however many wait for it. A
/// fetch serves all works of its address.
struct LoadQueue {
  /// How much is done at once.
  struct Widths {
    var downloadCountMax = 6
    var readCountMax = 4
    var decodingCountMax = 2
    /// So many pictures may wait with their bytes until no further ones are fetched.
    var backlogCountMax = 6
  }

  /// What is done for a request.
  struct Work {
    enum Stage {
      /// Its bytes are on their way.
      case fetching
      /// It has its bytes, and waits for its turn to be decoded.
      case waiting([UInt8])
      /// It is being decoded. That goes on even if those who wait for it leave.
      case decoding
    }

    /// In the order in which they have asked.
    var tickets: [LoadTicket] = []
    var stage = Stage.fetching
    var priority = ImagePriority.ahead
    let number: Int
  }

  /// What is done for an address.
  struct Fetch {
    enum Phase {
      case waitsToRead, reads, waitsToDownload, downloads, pauses
    }

    let id: FetchID
    var phase: Phase
    /// In the order in which they have come.
    var requests: [ImageRequest] = []
    var priority = ImagePriority.ahead
    var attemptCount = 0
    var reported: ImageProgress?
  }

  /// The bytes of an address that are kept for a moment, so that they are not fetched twice.
  private struct Held {
    let bytes: [UInt8]
    var useCount: Int
    /// Whether they stand in the folder, or are being written to it.
    var isKept: Bool
  }

  private let widths: Widths
  private let retry: RetryPolicy
  /// Whether there is a folder, to look into before a download and to write to after it.
  private let hasFolder: Bool
  private(set) var askers: [LoadTicket: (request: ImageRequest, priority: ImagePriority)] = [:]
  private(set) var works: [ImageRequest: Work] = [:]
  private(set) var fetches: [String: Fetch] = [:]
  /// The addresses of the fetches.
  private var addresses: [FetchID: String] = [:]
  /// The fetches that wait, in the order in which they have come.
  private var line: [FetchID] = []
  /// The works that wait for a decoding, in the order in which they have their bytes.
  private var backlog: [ImageRequest] = []
  /// Cancelled downloads that have not ended yet: the connection is still there.
  private(set) var ending: Set<FetchID> = []
  private var held: [String: Held] = [:]
  private var readingCount = 0
  private var decodingCount = 0
  private var downloadingCount = 0
  private var number = 0

  init(widths: Widths = Widths(), retry: RetryPolicy = RetryPolicy(), hasFolder: Bool) {
    self.widths = widths
    self.retry = retry
    self.hasFolder = hasFolder
  }

  /// Whether nothing is wanted and nothing is done.
  var isIdle: Bool {
    askers.isEmpty && works.isEmpty && fetches.isEmpty && addresses.isEmpty && line.isEmpty
      && backlog.isEmpty && ending.isEmpty && held.isEmpty
      && readingCount + decodingCount + downloadingCount == 0
  }

  // MARK: Those who wait

  /// A picture is wanted.
  mutating func ask(
    _ ticket: LoadTicket, for request: ImageRequest, _ priority: ImagePriority
  ) -> [LoadAction] {
    askers[ticket] = (request, priority)
    if works[request] == nil { begin(request) }
    works[request]?.tickets.append(ticket)
    settlePriority(of: request)
    return next()
  }

  /// A picture is more or less urgent than it was.
  mutating func setPriority(of ticket: LoadTicket, to priority: ImagePriority) -> [LoadAction] {
    guard let request = askers[ticket]?.request else { return [] }
    askers[ticket]?.priority = priority
    settlePriority(of: request)
    return next()
  }

  /// A picture is no longer wanted by one who has asked for it.
  mutating func withdraw(_ ticket: LoadTicket) -> [LoadAction] {
    guard let request = askers.removeValue(forKey: ticket)?.request, var work = works[request]
    else { return [] }
    work.tickets.removeAll { $0 == ticket }
    works[request] = work
    guard work.tickets.isEmpty else {
      settlePriority(of: request)
      return next()
    }
    switch work.stage {
    case .fetching:
      works[request] = nil
      return leave(request) + next()
    case .waiting:
      works[request] = nil
      backlog.removeAll { $0 == request }
      // They have come all the way, and may be wanted again.
      let actions = keep(request.address)
      release(request.address)
      return actions + next()
    case .decoding: return []
    }
  }

  private mutating func begin(_ request: ImageRequest) {
    number += 1
    var work = Work(number: number)
    if let bytes = hold(request.address) {
      work.stage = .waiting(bytes)
      backlog.append(request)
    } else if fetches[request.address] != nil {
      fetches[request.address]?.requests.append(request)
    } else {
      let id = FetchID(number: number)
      fetches[request.address] = Fetch(
        id: id, phase: hasFolder ? .waitsToRead : .waitsToDownload, requests: [request])
      addresses[id] = request.address
      line.append(id)
    }
    works[request] = work
  }

  /// Takes a request out of the fetch of its address, which ends with its last one.
  private mutating func leave(_ request: ImageRequest) -> [LoadAction] {
    guard var fetch = fetches[request.address] else { return [] }
    fetch.requests.removeAll { $0 == request }
    fetches[request.address] = fetch
    guard fetch.requests.isEmpty else {
      settlePriority(ofFetch: request.address)
      return []
    }
    fetches[request.address] = nil
    addresses[fetch.id] = nil
    switch fetch.phase {
    case .waitsToRead, .waitsToDownload:
      line.removeAll { $0 == fetch.id }
      return []
    case .reads, .downloads:
      ending.insert(fetch.id)
      return [.cancel(fetch.id)]
    case .pauses: return [.cancel(fetch.id)]
    }
  }

  private mutating func settlePriority(of request: ImageRequest) {
    guard let tickets = works[request]?.tickets else { return }
    works[request]?.priority = tickets.compactMap { askers[$0]?.priority }.max() ?? .ahead
    settlePriority(ofFetch: request.address)
  }

  private mutating func settlePriority(ofFetch address: String) {
    guard let requests = fetches[address]?.requests else { return }
    fetches[address]?.priority = requests.compactMap { works[$0]?.priority }.max() ?? .ahead
  }

  // MARK: Fetches

  /// The folder was read.
  ///
  /// - Parameter bytes: What stands there; `nil` for nothing.
  mutating func didRead(_ id: FetchID, _ bytes: [UInt8]?) -> [LoadAction] {
    readingCount -= 1
    if ending.remove(id) == nil, let address = addresses[id] {
      if let bytes {
        take(bytes, of: address, isKept: true)
      } else {
        fetches[address]?.phase = .waitsToDownload
        line.append(id)
      }
    }
    return next()
  }

  /// Some bytes have arrived.
  mutating func didReceive(_ id: FetchID, _ progress: ImageProgress) -> [LoadAction] {
    guard let address = addresses[id], let fetch = fetches[address], fetch.phase == .downloads,
      Self.isNews(progress, after: fetch.reported)
    else { return [] }
    fetches[address]?.reported = progress
    return [.report(fetch.requests.flatMap { works[$0]?.tickets ?? [] }, progress)]
  }

  /// An attempt of a download has ended.
  ///
  /// - Parameters:
  ///   - id: The fetch.
  ///   - result: The bytes, or why there are none.
  ///   - chance: A number from 0 to 1, for the pause.
  mutating func didDownload(
    _ id: FetchID, _ result: Result<[UInt8], ImageError>, chance: Double
  ) -> [LoadAction] {
    downloadingCount -= 1
    guard ending.remove(id) == nil, let address = addresses[id], var fetch = fetches[address]
    else { return next() }
    switch result {
    case .success(let bytes): take(bytes, of: address, isKept: !hasFolder)
    case .failure(let error):
      fetch.attemptCount += 1
      if let pause = retry.pause(after: fetch.attemptCount, error, chance: chance) {
        fetch.phase = .pauses
        fetch.reported = nil
        fetches[address] = fetch
        return [.pause(id, pause)] + next()
      }
      return fail(fetch, address, error) + next()
    }
    return next()
  }

  /// The pause before an attempt is over.
  mutating func didPause(_ id: FetchID) -> [LoadAction] {
    guard let address = addresses[id], fetches[address]?.phase == .pauses else { return [] }
    fetches[address]?.phase = .waitsToDownload
    line.append(id)
    return next()
  }

  /// The bytes of an address stand in the folder, or could not be written.
  mutating func didKeep(_ address: String) { release(address) }

  private mutating func take(_ bytes: [UInt8], of address: String, isKept: Bool) {
    guard let fetch = fetches.removeValue(forKey: address) else { return }
    addresses[fetch.id] = nil
    held[address] = Held(bytes: bytes, useCount: fetch.requests.count, isKept: isKept)
    for request in fetch.requests {
      works[request]?.stage = .waiting(bytes)
      backlog.append(request)
    }
  }

  private mutating func fail(
    _ fetch: Fetch, _ address: String, _ error: ImageError
  ) -> [LoadAction] {
    fetches[address] = nil
    addresses[fetch.id] = nil
    return fetch.requests.map { .end(finish($0), .failure(error)) }
  }

  /// Whether those who wait can see a difference.
  private static func isNews(_ progress: ImageProgress, after last: ImageProgress?) -> Bool {
    guard let last else { return true }
    let step = progress.totalByteCount.map { max($0 / 64, 1) } ?? 65_536
    return progress.receivedByteCount - last.receivedByteCount >= step
  }

  // MARK: Decodings

  /// A picture was decoded, or cannot be.
  mutating func didDecode(
    _ request: ImageRequest, _ result: Result<Picture, ImageError>
  ) -> [LoadAction] {
    decodingCount -= 1
    var actions: [LoadAction] = []
    switch result {
    case .success: actions += keep(request.address)
    case .failure(let error):
      if hasFolder, error.code != .tooLarge { actions.append(.discard(request.address)) }
    }
    release(request.address)
    let tickets = finish(request)
    if !tickets.isEmpty { actions.append(.end(tickets, result)) }
    return actions + next()
  }

  /// Removes a work, and returns those who wait for it.
  private mutating func finish(_ request: ImageRequest) -> [LoadTicket] {
    let tickets = works.removeValue(forKey: request)?.tickets ?? []
    for ticket in tickets { askers[ticket] = nil }
    return tickets
  }

  // MARK: Bytes

  /// Returns what writes the bytes of an address to the folder, if they are not there yet.
  private mutating func keep(_ address: String) -> [LoadAction] {
    guard let bytes = held[address], !bytes.isKept else { return [] }
    held[address]?.isKept = true
    held[address]?.useCount += 1
    return [.keep(address, bytes.bytes)]
  }

  /// Returns the bytes of an address, if they are held, and keeps them for one use more.
  private mutating func hold(_ address: String) -> [UInt8]? {
    guard let bytes = held[address]?.bytes else { return nil }
    held[address]?.useCount += 1
    return bytes
  }

  private mutating func release(_ address: String) {
    guard let count = held[address]?.useCount else { return }
    if count > 1 { held[address]?.useCount = count - 1 } else { held[address] = nil }
  }

  // MARK: What comes next

  /// Returns what can begin now.
  private mutating func next() -> [LoadAction] {
    var actions: [LoadAction] = []
    while decodingCount < widths.decodingCountMax, let request = mostUrgentInBacklog() {
      guard case .waiting(let bytes)? = works[request]?.stage else { continue }
      works[request]?.stage = .decoding
      decodingCount += 1
      actions.append(.decode(request, bytes))
    }
    guard backlog.count < widths.backlogCountMax else { return actions }
    while readingCount < widths.readCountMax, let address = mostUrgent(.waitsToRead, to: .reads) {
      readingCount += 1
      if let id = fetches[address]?.id { actions.append(.read(id, address)) }
    }
    while downloadingCount < widths.downloadCountMax,
      let address = mostUrgent(.waitsToDownload, to: .downloads)
    {
      downloadingCount += 1
      if let id = fetches[address]?.id { actions.append(.download(id, address)) }
    }
    return actions
  }

  private mutating func mostUrgentInBacklog() -> ImageRequest? {
    let index =
      backlog.firstIndex { works[$0]?.priority == .visible }
      ?? (backlog.isEmpty ? nil : backlog.startIndex)
    return index.map { backlog.remove(at: $0) }
  }

  /// Takes the first of the most urgent fetches in a phase out of the line.
  private mutating func mostUrgent(_ phase: Fetch.Phase, to next: Fetch.Phase) -> String? {
    var best: (index: Int, address: String, priority: ImagePriority)?
    for (index, id) in line.enumerated() {
      guard let address = addresses[id], let fetch = fetches[address], fetch.phase == phase else {
        continue
      }
      if let best, best.priority >= fetch.priority { continue }
      best = (index, address, fetch.priority)
      if fetch.priority == .visible { break }
    }
    guard let best else { return nil }
    line.remove(at: best.index)
    fetches[best.address]?.phase = next
    return best.address
  }
}
