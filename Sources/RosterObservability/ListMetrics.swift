internal import CoreMetrics
internal import Metrics
internal import RosterConcurrency
internal import RosterEngine

/// The metrics of one list; see the table at ``MetricsListener``.
final class ListMetrics: Sendable {
  let depth: Gauge
  let generation: Timer
  let outputs: Counter
  let commit: Timer
  let revisions: Counter
  let commitFailures: Counter
  let rebases: Counter
  let followed: Counter
  let suspended: Gauge
  let suspensions: Counter
  let delivery: Timer
  let batches: Counter
  let merges: Counter
  let lags: Counter
  let missed: Counter

  private let list: String
  private let factory: any MetricsFactory
  /// The counters are made when they are first needed, so that unused ones do not appear.
  private let outcomes = Guarded<[String: Counter]>([:])
  private let durations = Guarded<[ObservedModification.Kind: Timer]>([:])

  init(list: String, factory: any MetricsFactory) {
    self.list = list
    self.factory = factory
    let dimensions = [("list", list)]
    func counter(_ label: String) -> Counter {
      Counter(label: label, dimensions: dimensions, factory: factory)
    }
    func timer(_ label: String) -> Timer {
      Timer(label: label, dimensions: dimensions, factory: factory)
    }
    func gauge(_ label: String) -> Gauge {
      Gauge(label: label, dimensions: dimensions, factory: factory)
    }
    depth = gauge("roster.queue.depth")
    generation = timer("roster.generation.duration")
    outputs = counter("roster.generation.outputs")
    commit = timer("roster.commit.duration")
    revisions = counter("roster.commit.revisions")
    commitFailures = counter("roster.commit.failures")
    rebases = counter("roster.rebases")
    followed = counter("roster.followed.revisions")
    suspended = gauge("roster.suspended")
    suspensions = counter("roster.suspensions")
    delivery = timer("roster.delivery.duration")
    batches = counter("roster.delivery.batches")
    merges = counter("roster.delivery.merges")
    lags = counter("roster.delivery.lags")
    missed = counter("roster.events.missed")
  }

  func outcomes(of kind: ObservedModification.Kind, _ outcome: String) -> Counter {
    counter(
      "roster.modifications", ["kind": kind.rawValue, "outcome": outcome],
      key: "\(kind.rawValue) \(outcome)")
  }

  func failures(of what: String) -> Counter {
    counter("roster.failures", ["what": what], key: what)
  }

  private func counter(
    _ label: String, _ dimensions: KeyValuePairs<String, String>, key: String
  ) -> Counter {
    outcomes.withLock { counters in
      if let counter = counters[key] { return counter }
      let counter = Counter(
        label: label, dimensions: [("list", list)] + dimensions.map { ($0.key, $0.value) },
        factory: factory)
      counters[key] = counter
      return counter
    }
  }

  func duration(of kind: ObservedModification.Kind) -> Timer {
    durations.withLock { timers in
      if let timer = timers[kind] { return timer }
      let timer = Timer(
        label: "roster.modification.duration",
        dimensions: [("list", list), ("kind", kind.rawValue)], factory: factory)
      timers[kind] = timer
      return timer
    }
  }
}
