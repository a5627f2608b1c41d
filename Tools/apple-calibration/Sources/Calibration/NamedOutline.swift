internal import RosterCore

/// The sections of an outline and their items, by names that stay while others come, go and move.
struct NamedOutline: Hashable {
  struct Section: Hashable {
    var name: String
    var items: [String]
  }

  private(set) var sections: [Section]
  private var newCount = 0

  /// - Parameter counts: How many items the sections have.
  init(_ counts: [Int]) {
    sections = counts.enumerated().map { section, count in
      Section(name: "section \(section)", items: (0..<count).map { "\(section):\($0)" })
    }
  }

  /// How many items the sections have.
  var counts: [Int] { sections.map(\.items.count) }

  /// Returns the name of a section; `nil` if there is none.
  func name(ofSection section: Int) -> String? {
    sections.indices.contains(section) ? sections[section].name : nil
  }

  /// Carries out a call, as a view does that takes one after the other. One that such a view refuses changes nothing.
  mutating func carryOut(_ call: ViewCall) {
    switch call {
    case .deleteSection(let section):
      if sections.indices.contains(section) { sections.remove(at: section) }
    case .insertSection(let section):
      guard (0...sections.count).contains(section) else { return }
      sections.insert(Section(name: nextName(), items: []), at: section)
    case .moveSection(let source, let target):
      guard sections.indices.contains(source), sections.indices.contains(target) else { return }
      sections.insert(sections.remove(at: source), at: target)
    case .deleteItem(let path): _ = remove(path)
    case .insertItem(let path): insert(nextName(), path)
    case .moveItem(let source, let target):
      let former = self
      guard let item = remove(source) else { return }
      if !insert(item, target) { self = former }
    case .reloadSection, .reloadItem, .reconfigureItem: break
    }
  }

  private mutating func nextName() -> String {
    newCount += 1
    return "new \(newCount)"
  }

  private mutating func remove(_ path: ItemPath) -> String? {
    guard sections.indices.contains(path.section),
      sections[path.section].items.indices.contains(path.item)
    else { return nil }
    return sections[path.section].items.remove(at: path.item)
  }

  @discardableResult
  private mutating func insert(_ item: String, _ path: ItemPath) -> Bool {
    guard sections.indices.contains(path.section),
      (0...sections[path.section].items.count).contains(path.item)
    else { return false }
    sections[path.section].items.insert(item, at: path.item)
    return true
  }
}

/// What the view of an experiment with an outline asks, and what it is told.
@MainActor package final class OutlineCalibrationSource {
  private let experiment: Experiment
  private let outlines: (before: NamedOutline, after: NamedOutline)
  /// The outline as the calls so far have left it.
  private var told: NamedOutline
  /// What it belongs to.
  private unowned let source: CalibrationSource
  /// What was asked and told, in order, since that is noted.
  package private(set) var notes: [String] = []
  /// Whether it is noted what is asked and told.
  package var isNoting = false

  init(_ experiment: Experiment, _ source: CalibrationSource) {
    (self.experiment, self.source) = (experiment, source)
    let before = NamedOutline(experiment.before)
    var after = before
    for call in experiment.calls { after.carryOut(call) }
    // A data source that does not change as the view is told.
    if after.counts != experiment.after { after = before }
    (outlines, told) = ((before, after), before)
  }

  /// The names of the sections that are expanded at first.
  package var expandedSections: [String] {
    outlines.before.sections.indices.filter { $0 != experiment.collapsedSection }.compactMap(
      outlines.before.name(ofSection:))
  }

  /// Returns the children of a section, or the sections, as the data is.
  package func children(of name: String?) -> [String] {
    let sections = (source.noteAsking() ? outlines.after : outlines.before).sections
    guard let name else { return sections.map(\.name) }
    guard let section = sections.first(where: { $0.name == name }) else { return [] }
    return section.items + (experiment.hasFooters ? ["footer of \(name)"] : [])
  }

  /// Returns a child of a section, or a section; one that there is not has a name of its own.
  package func child(_ index: Int, of name: String?) -> String {
    if isNoting { notes.append("asks for child \(index) of \(name ?? "the root")") }
    let children = children(of: name)
    return children.indices.contains(index) ? children[index] : "nothing"
  }

  /// Whether something is a section.
  package func isSection(_ name: String) -> Bool {
    [outlines.before, outlines.after].contains { $0.sections.contains { $0.name == name } }
  }

  /// Whether something is a footer.
  package func isFooter(_ name: String) -> Bool { name.hasPrefix("footer of ") }

  /// Returns the text of a cell.
  package func text(of name: String) -> String { source.text(of: name) }

  /// Notes a call.
  ///
  /// - Returns: The names of the sections that it names by their place, as the calls before have left them; `nil` for one
  ///   that there is not.
  package func tell(_ call: ViewCall) -> (source: String?, target: String?) {
    if isNoting { notes.append("is told: \(call)") }
    defer { told.carryOut(call) }
    switch call {
    case .deleteItem(let path), .insertItem(let path):
      return (told.name(ofSection: path.section), nil)
    case .moveItem(let source, let target):
      return (told.name(ofSection: source.section), told.name(ofSection: target.section))
    case .deleteSection, .insertSection, .moveSection, .reloadSection, .reloadItem,
      .reconfigureItem:
      return (nil, nil)
    }
  }
}
