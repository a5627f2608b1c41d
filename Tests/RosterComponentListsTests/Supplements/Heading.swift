import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport

/// A header or footer with a text. Its width in points is the length of the text; each tap makes it
/// higher.
struct Heading: Component, Equatable {
  struct State: ComponentState {
    var taps = 0
  }

  static let typeName = "Heading"

  let text: String

  func initialState() -> State { State() }

  func body(_ scope: Scope<Heading>) -> Node<RowMessage> {
    ViewNode("heading")
      .attribute("text", .string(text))
      .attribute("taps", .number(Double(scope.state.taps)))
      .attribute("colour", .string(scope.environment(Colour.self)))
      .on(.tap, scope.edit("tap") { state in state.taps += 1 })
      .width(.points(Double(text.count))).height(.points(1 + Double(scope.state.taps)))
  }
}

extension ScopePath {
  static let heading = ScopePath([ScopeKey(typeName: "Heading")])
}

extension ActionReference {
  static let tap = ActionReference(target: .scope(.heading), name: "tap")
}

extension ListFile {
  /// Opens a list of rows. A section has a header unless its model begins with a dash, and a footer
  /// if its model ends with a full stop.
  func openHeadedRows(
    _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    _ storage: (any ListStorage)? = nil, built: Recorder<String> = Recorder<String>()
  ) throws -> RowList {
    try RowList(
      storage: try storage ?? openStorage(), codec: TextCodec(), sectionCodec: TextCodec(),
      configuration: configuration,
      header: { text, _ in
        built.record(text)
        return text.hasPrefix("-") ? nil : Node(Heading(text: text))
      },
      footer: { text, _ in text.hasSuffix(".") ? Node(Heading(text: "end of \(text)")) : nil }
    ) { text, _ in Row(text: text) }
  }

  /// Runs a test on such a list in a new file; then closes the list.
  static func withHeadedRows(
    _ configuration: DataSourceConfiguration = DataSourceConfiguration(),
    _ body: (RowList, ListFile) async throws -> Void
  ) async throws {
    try await with { file in
      let list = try file.openHeadedRows(configuration)
      try await body(list, file)
      await list.close()
    }
  }
}

extension Changeset where Model == String, SectionModel == String {
  /// Makes sections with models and without items.
  static func headed(_ models: String?...) -> Self {
    Changeset {
      for (index, model) in models.enumerated() { $0.insertSection(at: index, model) }
    }
  }

  static func updateSection(_ section: Int, _ model: String?) -> Self {
    Changeset { $0.updateSection(at: section, model) }
  }
}

extension GeneratedOutput.Supplement where Output == RowTree {
  /// Its place and text: "header 0: text", with the number of taps if any, and the size if known.
  var line: String {
    var line = "\(id.kind) \(targetSection): "
    guard let view = output?.views.first else { return line + "none" }
    if case .string(let text)? = view.spec.attributes["text"] { line += text }
    if case .number(let taps)? = view.spec.attributes["taps"], taps > 0 {
      line += ", tapped \(Int(taps))"
    }
    if case .string(let colour)? = view.spec.attributes["colour"], colour != "black" {
      line += ", \(colour)"
    }
    if let size { line += ", \(Int(size.width))x\(Int(size.height))" }
    return line
  }
}

extension ChangedState {
  /// Its place, its scope, and its value: "header of section 0 Heading {"taps":1}".
  var line: String {
    guard case .text(let text)? = state?.value else { return "\(targetPlace) \(scope)" }
    return "\(targetPlace) \(scope) \(text)"
  }
}

extension [GeneratedOutput<RowTree>.Supplement] {
  var lines: [String] { map(\.line) }
}

extension DataSourceConfiguration {
  /// Lays out everything at its natural size.
  static var laidOut: DataSourceConfiguration {
    var configuration = DataSourceConfiguration()
    configuration.components.layout = LayoutConstraints(
      SizeRange(min: .zero, max: Size(width: .infinity, height: .infinity)))
    return configuration
  }
}
