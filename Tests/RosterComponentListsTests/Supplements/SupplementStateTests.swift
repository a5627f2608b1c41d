import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// What only headers and footers have: sections without them, a size before and after, and
/// controllers that end with them. What items have as well is tested with `TreeKind`.
@Suite("Supplements: states") struct SupplementStateTests {
  @Test func noStateIsKeptWhileASectionHasNoHeader() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("a"))
      _ = try await list.apply(.actions([.tap], in: .header(of: .index(0))))
      _ = try await list.apply(.updateSection(0, "-"))
      #expect(try list.snapshot.states(of: .header, ofSection: 0) == [:])
      let returned = try await list.apply(.undo())
      #expect(returned.first?.supplements.first?.line == "header 0: a, tapped 1")
      _ = try await list.apply(.redo())
      let new = try await list.apply(.updateSection(0, "d"))
      #expect(new.supplements.first?.line == "header 0: d")
    }
  }

  @Test func aHeaderThatASectionDoesNotHaveIsNotThere() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("-"))
      let error = await #expect(throws: DataSourceError.self) {
        _ = try await list.apply(.actions([.tap], in: .header(of: .index(0))))
      }
      #expect(error?.description == "there is no header of section at 0")
    }
  }

  @Test func sectionsWithoutHeadersLackNothing() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("a", "-", "b"))
      var environment = ComponentEnvironment()
      environment[Colour.self] = "blue"
      for batch in [
        try await list.apply(.configuration(.environment(environment))).batch,
        try await list.apply(.reload()).batch,
      ] {
        #expect(batch?.supplements.lines == ["header 0: a, blue", "header 2: b, blue"])
        #expect(batch?.namesAllOutputs == true)
      }
    }
  }

  @Test func aHeaderThatIsResizedTellsBothSizes() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("a", "abc"))
      #expect(try list.supplements().map(\.size) == [nil, nil])
      let layout = DataSourceConfiguration.laidOut.components.layout
      let laidOut = try #require(try await list.apply(.configuration(.layout(layout))).batch)
      #expect(laidOut.supplements.lines == ["header 0: a, 1x1", "header 1: abc, 3x1"])
      #expect(laidOut.supplements.allSatisfy { $0.isResized && $0.formerSize == nil })
      let tapped = try await list.apply(.actions([.tap], in: .header(of: .index(1)))).batch
      #expect(tapped?.supplements.lines == ["header 1: abc, tapped 1, 3x2"])
      #expect(tapped?.supplements.map { $0.formerSize?.height } == [1])
      let renamed = try #require(
        try await list.apply(
          .configuration(.header { text, _ in Node(Heading(text: text + text)) })
        ).batch)
      #expect(
        renamed.supplements.lines == ["header 0: aa, 2x1", "header 1: abcabc, tapped 1, 6x2"])
      #expect(renamed.supplements.map { $0.formerSize?.width } == [1, 3])
    }
  }

  @Test func controllersOfHeadersAppearAndGo() async throws {
    final class HeadingController: ComponentController {
      typealias Controlled = Heading

      private let note: (String) -> Void

      init(_ note: @escaping (String) -> Void) { self.note = note }

      func didInit() { note("didInit") }
      func willUpdate(from old: BuiltComponent<Heading>, to new: BuiltComponent<Heading>) {
        note("willUpdate \(new.state.taps)")
      }
      func treeWillAppear() { note("appears") }
      func treeDidDisappear() { note("disappears") }
      func invalidate() { note("ends") }
    }
    try await ListFile.withHeadedRows { list, _ in
      var lines: [String] = []
      let host = ControllerHost<Int>(sink: list.editSink())
      host.register { built, context in
        HeadingController { lines.append("\(context.tree) \($0)") }
      }
      func take() -> [String] {
        defer { lines = [] }
        return lines
      }
      _ = try await list.apply(.headed("a"))
      host.apply(updating: try list.supplements())
      let header = TreeID.supplement(SupplementID(.header, of: SectionID(rawValue: 1)))
      host.willDisplay(header)
      #expect(take() == ["header of section 1 didInit", "header of section 1 appears"])
      let batches = try list.batches()
      host.perform(.tap, from: .heading, in: header)
      try host.apply(try #require(try await batches.next()))
      #expect(take() == ["header of section 1 willUpdate 1"])
      try host.apply(try await list.apply(TextChange { $0.insertSection(at: 0, "b.") }))
      #expect(
        take() == ["header of section 2 didInit", "footer of section 2 didInit"])
      try host.apply(try await list.apply(.updateSection(1, "-")))
      #expect(take() == ["header of section 1 disappears", "header of section 1 ends"])
      try host.apply(try await list.apply(TextChange { $0.removeSection(at: 0) }))
      #expect(take() == ["header of section 2 ends", "footer of section 2 ends"])
      host.removeAll()
      #expect(take() == [])
    }
  }
}
