/// How the indexes of one row shift when some elements depart and others arrive.
///
/// Departures are source indexes, arrivals are target indexes. Survivors keep their order and fill
/// the target indexes that arrivals leave free:
///
///     source  A B C D      departures 1, arrivals 0
///     target  X A C D      target(forSource: 3) == 3, target(forSource: 1) == nil
///
/// Every shift of an index in this package goes through this type.
struct IndexTransform: Hashable, Sendable {
  var departures: IndexRuns
  var arrivals: IndexRuns

  /// The transform from target to source: departures and arrivals change places.
  var inverse: IndexTransform { IndexTransform(departures: arrivals, arrivals: departures) }

  /// Where a source index lands, `nil` if it departs.
  ///
  /// - Complexity: O(log *r*), where *r* is the number of runs of departures and arrivals.
  func target(forSource source: Int) -> Int? {
    if departures.contains(source) { return nil }
    return arrivals.nonMember(atRank: survivorRank(ofSource: source))
  }

  /// Where a target index comes from, `nil` if its element has arrived.
  ///
  /// - Complexity: O(log *r*).
  func source(forTarget target: Int) -> Int? { inverse.target(forSource: target) }

  /// How many survivors stand before a source index.
  ///
  /// - Complexity: O(log *r*).
  func survivorRank(ofSource source: Int) -> Int { source - departures.rank(of: source) }

  /// How many survivors stand before a target index.
  ///
  /// - Complexity: O(log *r*).
  func survivorRank(ofTarget target: Int) -> Int { target - arrivals.rank(of: target) }
}
