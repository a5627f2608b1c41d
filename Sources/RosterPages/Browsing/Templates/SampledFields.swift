package import RosterJSON

/// What is known of the members of the models of a list, by those that were seen.
///
/// It stays as it is once enough models were seen: titles and columns that change while people read are worse
/// than some that could be better.
package struct SampledFields: Sendable {
  /// The members; `nil` if most of the models are no objects, or none was seen.
  package private(set) var fields: RowFields?
  private var sampleCount = 0

  /// What fewer models have in common may not hold for others.
  private static let sampleCountMin = 8

  /// Makes the fields of a list of which no model was seen.
  package init() {}

  /// Whether enough models were seen of a list with some number of items.
  package func isSettled(ofItems itemCount: Int) -> Bool {
    sampleCount >= min(itemCount, Self.sampleCountMin)
  }

  /// Takes samples of a list, unless as many were seen by now.
  ///
  /// - Parameters:
  ///   - samples: Models from all over the list (`ListSnapshot.sampledModels()`).
  ///   - itemCount: How many items the list has.
  package mutating func take(_ samples: [JSONValue], ofItems itemCount: Int) {
    if isSettled(ofItems: itemCount) { return }
    fields = RowFields(samples)
    sampleCount = max(min(itemCount, Self.sampleCountMin), samples.count)
  }
}
