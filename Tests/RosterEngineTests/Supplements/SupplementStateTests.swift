import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterTestSupport
import Testing

/// The states, actions and messages of components in headers and footers.
@Suite("Supplements: states") struct SupplementStateTests {
  @Test func anActionChangesTheStateAndIsARevision() async throws {
    try await ListFile.withHeadedRows(.laidOut) { list, _ in
      _ = try await list.apply(.headed("a", "b"))
      let outcome = try await list.performActions([.tap], in: .header(of: .index(1)))
      let batch = try #require(outcome.batch)
      #expect(batch.causes == .change && batch.target.revision == 2)
      #expect(batch.changes.changeset == TextChange())
      #expect(batch.supplementStates.map(\.line) == ["header of section 1 Heading {\"taps\":1}"])
      #expect(batch.supplements.lines == ["header 1: b, tapped 1, 1x2"])
      #expect(batch.supplements.first?.formerSize?.height == 1)
      #expect(batch.supplements.first?.isResized == true)
      #expect(batch.itemStates.isEmpty && batch.items.isEmpty)
      let again = try list.editSynchronously(
        [.update(.heading, of: Heading.self) { $0.taps += 2 }],
        in: .header(of: .id(SectionID(rawValue: 2))))
      #expect(again.batch?.supplements.lines == ["header 1: b, tapped 3, 1x4"])
      #expect(
        try list.supplements().lines == ["header 0: a, 1x1", "header 1: b, tapped 3, 1x4"])
      let unchanged = try await list.update(
        .heading, of: Heading.self, in: .header(of: .index(0))
      ) { _ in }
      #expect(unchanged.batch == nil && list.snapshot.revision == 3)
    }
  }

  @Test(arguments: [0, 1_024])
  func aStateStaysAsLongAsTheSectionAlsoOutOfMemory(countMax: Int) async throws {
    var configuration = DataSourceConfiguration()
    configuration.components.cachedSupplementCountMax = countMax
    try await ListFile.withHeadedRows(configuration) { list, _ in
      _ = try await list.apply(.headed("a", "b"))
      _ = try await list.performActions([.tap], in: .header(of: .index(0)))
      let renamed = try await list.apply(
        TextChange {
          $0.updateSection(at: 0, "c")
          $0.insertSection(at: 0, "first")
        })
      #expect(
        renamed.supplements.lines.filter { $0.hasPrefix("header") } == [
          "header 0: first", "header 1: c, tapped 1",
        ])
      _ = try await list.reload()
      #expect(try list.supplement(.header(of: .index(1)))?.line == "header 1: c, tapped 1")
      // While a section has no header, no state of a header is kept.
      _ = try await list.apply(.updateSection(1, "-"))
      let back = try await list.apply(.updateSection(1, "d"))
      #expect(back.supplements.first?.line == "header 1: d")
    }
  }

  @Test func aStateGoesAndComesBackWithItsSectionAndOutlivesTheList() async throws {
    try await ListFile.with { file in
      let list = try file.openHeadedRows()
      _ = try await list.apply(.headed("a", "b"))
      for section in 0..<2 {
        _ = try await list.performActions([.tap], in: .header(of: .index(section)))
      }
      _ = try await list.apply(TextChange { $0.removeSection(at: 0) })
      let header = SupplementID(.header, of: SectionID(rawValue: 1))
      #expect(try list.states(of: header) == [:])
      let returned = try await list.undo()
      #expect(returned.first?.supplements.first?.line == "header 0: a, tapped 1")
      #expect(
        returned.first?.supplementStates.map(\.line) == ["header of section 0 Heading {\"taps\":1}"]
      )
      let lines = ["header 0: a, tapped 1", "header 1: b, tapped 1"]
      #expect(try list.supplements().lines == lines)
      await list.close()
      let reopened = try file.openHeadedRows()
      #expect(try reopened.supplements().lines == lines)
      await reopened.close()
    }
  }

  @Test func messagesNameTheHeaderThatSendsThem() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("a."))
      _ = try await list.apply(.insert("x"))
      let messages = list.messages()
      let outcome = try await list.performActions(
        [.sayInHeading("hello")], in: .footer(of: .index(0))
      )
      #expect(outcome.batch == nil && outcome.messageCount == 1)
      _ = try await list.performActions([.say("row")], in: .item(0))
      await list.close()
      var received: [String] = []
      for await message in messages { received.append("\(message.tree): \(message.message)") }
      #expect(
        received == ["footer of section 1: said(\"hello\")", "item 1: said(\"row\")"])
    }
  }

  @Test func anActionWaitsForItsSection() async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openHeadedRows(DataSourceConfiguration(), storage)
      let gate = storage.stop(.commit)
      _ = try list.enqueue(.headed("a"))
      let tap = try list.enqueueActions([.tap], in: .header(of: .index(0)))
      #expect(throws: DataSourceError.self) {
        try list.enqueueActions([.tap], in: .header(of: .index(1)))
      }
      gate.open()
      #expect(try await tap.value.batch?.supplements.lines == ["header 0: a, tapped 1"])
      await list.close()
    }
  }

  @Test func anActionThatIsNotThereIsRefused() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("a", "-"))
      func failure(
        _ actions: [ActionReference], _ supplement: TreeReference
      ) async -> String {
        do {
          _ = try await list.performActions(actions, in: supplement)
          return "none"
        } catch {
          return "\(error)"
        }
      }
      #expect(
        await failure([.tap], .header(of: .index(1))) == "there is no header of section at 1")
      let gone = TreeReference.header(of: .id(SectionID(rawValue: 9)))
      #expect(await failure([.tap], gone) == "there is no header of section 9")
      let unknown = ActionReference(target: .scope(.heading), name: "unknown")
      #expect(await failure([unknown, .tap], .header(of: .index(0))).contains("unknown"))
      // The other action was performed.
      #expect(try list.supplements().lines == ["header 0: a, tapped 1"])
    }
  }

  @Test func whoeverLagsReadsTheStateFromTheJournal() async throws {
    var configuration = DataSourceConfiguration()
    configuration.subscriberBufferCountMax = 1
    try await ListFile.withHeadedRows(configuration) { list, _ in
      _ = try await list.apply(.headed("a"))
      let batches = try list.batches()
      _ = try await list.performActions([.tap], in: .header(of: .index(0)))
      for _ in 0..<2 { _ = try await list.apply(.insert("x")) }
      await list.close()
      let received = try await batches.collect()
      #expect(received.map(\.target.revision) == [2, 3, 4])
      #expect(received.first?.supplements.lines == ["header 0: a, tapped 1"])
      #expect(
        received.first?.supplementStates.map(\.line) == ["header of section 0 Heading {\"taps\":1}"]
      )
    }
  }

  // MARK: Reloads and configurations

  @Test func anotherEnvironmentAndAReloadBuildHeadersAnew() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("a", "b", "-"))
      _ = try await list.performActions([.tap], in: .header(of: .index(0)))
      var environment = EnvironmentValues()
      environment[Colour.self] = "blue"
      let configured = try await list.reconfigure(.environment(environment)).batch
      #expect(
        configured?.supplements.lines == ["header 0: a, tapped 1, blue", "header 1: b, blue"])
      #expect(configured?.namesAllOutputs == true)
      let all = try await list.reload().batch
      #expect(
        all?.supplements.lines == ["header 0: a, tapped 1, blue", "header 1: b, blue"])
      let one = try await list.reload(.section(1)).batch
      #expect(one?.supplements.lines == ["header 1: b, blue"])
      _ = try await list.apply(.insert("x"))
      let item = try await list.reload(.items([.path(ItemPath(section: 0, item: 0))])).batch
      #expect(item?.supplements.isEmpty == true)
      let same = try await list.reconfigure(.environment(environment)).batch
      #expect(same == nil)
      let rows = try await list.reconfigure(.components { _, _ in Row(text: "z") }).batch
      #expect(rows?.supplements.isEmpty == true && rows?.namesAllOutputs == true)
    }
  }

  @Test func whatIsNotInMemoryIsBuiltForTheNewConditions() async throws {
    var configuration = DataSourceConfiguration()
    configuration.components.cachedSupplementCountMax = 0
    try await ListFile.withHeadedRows(configuration) { list, _ in
      _ = try await list.apply(.headed("a"))
      var environment = EnvironmentValues()
      environment[Colour.self] = "blue"
      let batch = try #require(
        try await list.reconfigure(.environment(environment)).batch)
      #expect(batch.supplements.isEmpty && !batch.namesAllOutputs)
      #expect(try list.supplements().lines == ["header 0: a, blue"])
    }
  }

  @Test func aLayoutGivesHeadersASize() async throws {
    try await ListFile.withHeadedRows { list, _ in
      _ = try await list.apply(.headed("abc"))
      #expect(try list.supplements().first?.size == nil)
      let constraints = DataSourceConfiguration.laidOut.components.layout
      let batch = try #require(try await list.reconfigure(.layout(constraints)).batch)
      #expect(batch.supplements.lines == ["header 0: abc, 3x1"])
      #expect(batch.supplements.first?.isResized == true)
    }
  }

  // MARK: Controllers

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
      var batches = try list.batches().makeAsyncIterator()
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
