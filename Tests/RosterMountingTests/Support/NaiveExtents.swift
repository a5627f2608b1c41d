import RosterCore
import RosterLayout
import RosterMounting
import RosterTestKit
import RosterTestSupport

/// Where rows stand, by adding up all lengths.
struct NaiveExtents: RowExtents {
  struct Section {
    var header: Double?
    var items: [Double]
    var footer: Double?
  }

  var sections: [Section]
  let axis = ScrollAxis.vertical

  /// All rows in order.
  var rows: [RowSpan] {
    var rows: [RowSpan] = []
    var start = 0.0
    func add(_ place: TreePlace, _ length: Double?) {
      guard let length else { return }
      rows.append(RowSpan(place, start: start, length: length))
      start += length
    }
    for (index, section) in sections.enumerated() {
      add(.supplement(.header, ofSection: index), section.header)
      for (item, length) in section.items.enumerated() {
        add(.item(ItemPath(section: index, item: item)), length)
      }
      add(.supplement(.footer, ofSection: index), section.footer)
    }
    return rows
  }

  var length: Double { rows.last?.end ?? 0 }

  func span(at place: TreePlace) -> RowSpan? { rows.first { $0.place == place } }

  func spans(from start: Double, to end: Double) -> [RowSpan] {
    rows.filter { $0.start < end && $0.end > start }
  }

  func end(ofSection section: Int) -> Double? {
    rows.last { $0.place.section <= section }?.end
  }

  /// Random sections of rows with lengths in quarters of points.
  static func random(_ random: inout SplitMix64) -> NaiveExtents {
    var sections: [Section] = []
    for _ in 0..<random.index(below: 5) {
      var section = Section(items: [])
      if random.happens(percent: 50) { section.header = length(&random) }
      section.items = (0..<random.index(below: 8)).map { _ in length(&random) }
      if random.happens(percent: 30) { section.footer = length(&random) }
      sections.append(section)
    }
    return NaiveExtents(sections: sections)
  }

  static func length(_ random: inout SplitMix64) -> Double {
    Double(1 + random.index(below: 80)) / 4
  }
}
