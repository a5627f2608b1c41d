import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Headers and footers according to batches, compared with those according to the models.
@Suite("Supplements, at random") struct RandomSupplementTests {
  /// The state of a renderer that knows only batches.
  private struct Shown {
    var lines: [SupplementID: String] = [:]

    mutating func take(_ batch: RowList.Batch) {
      for section in batch.changes.changeset.outline.removedSections {
        guard let id = batch.changes.source.sectionID(at: section) else { continue }
        for kind in SupplementKind.allCases { lines[SupplementID(kind, of: id)] = nil }
      }
      for supplement in batch.supplements {
        lines[supplement.id] = supplement.output == nil ? nil : text(supplement)
      }
    }

    /// The renderer knows where sections stand.
    private func text(_ supplement: GeneratedOutput<RowTree>.Supplement) -> String {
      String(supplement.line.drop { $0 != ":" })
    }
  }

  private static func isShown(_ kind: SupplementKind, _ model: String) -> Bool {
    (model.utf8.reduce(0) { $0 + Int($1) } + (kind == .header ? 0 : 1)) % 3 != 0
  }

  private func open(_ file: ListFile, countMax: Int) throws -> RowList {
    var configuration = DataSourceConfiguration.laidOut
    configuration.components.cachedSupplementCountMax = countMax
    configuration.subscriberBufferCountMax = 4
    func provider(
      _ kind: SupplementKind
    ) -> @Sendable (String, SectionContext) -> Node<RowMessage>? {
      { model, _ in
        Self.isShown(kind, model) ? Node(Heading(text: "\(kind) of \(model)")) : nil
      }
    }
    return try RowList(
      storage: try file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec(),
      configuration: configuration, header: provider(.header), footer: provider(.footer)
    ) { _, _ in Node(ViewNode("row")) }
  }

  /// Returns what must be shown, according to the models alone.
  private func expected(_ snapshot: RowList.Snapshot) throws -> [SupplementID: String] {
    var lines: [SupplementID: String] = [:]
    for (index, model) in try snapshot.sectionModels().enumerated() {
      guard let model, let id = snapshot.state.sectionID(at: index) else { continue }
      for kind in SupplementKind.allCases where Self.isShown(kind, model) {
        let text = "\(kind) of \(model)"
        lines[SupplementID(kind, of: id)] = ": \(text), \(text.count)x1"
      }
    }
    return lines
  }

  @Test(arguments: 0..<6 as Range<UInt64>, [0, 2, 1_024])
  func whatBatchesSayIsWhatTheModelsSay(seed: UInt64, countMax: Int) async throws {
    try await ListFile.with { file in
      let list = try open(file, countMax: countMax)
      let deliveries: [BatchDelivery] = [.every, .merged]
      let late = try deliveries.map { try list.batches(delivery: $0) }
      var live = Shown()
      var lines: [[String]] = []
      var history = RandomHistory(seed: seed)
      for _ in 0..<30 {
        let batch = try await list.apply(history.next())
        live.take(batch)
        lines.append(batch.supplements.lines)
        let expected = try expected(batch.target)
        #expect(live.lines == expected, "seed \(seed), revision \(batch.target.revision)")
        let current = try list.supplements()
        #expect(current.count == expected.count, "seed \(seed)")
        for supplement in current {
          #expect(
            expected[supplement.id].map { supplement.line.hasSuffix($0) } == true, "seed \(seed)")
        }
      }
      await list.close()
      // These subscribers have lagged and read the journal.
      for (delivery, batches) in zip(deliveries, late) {
        var shown = Shown()
        let received = try await batches.collect()
        for batch in received { shown.take(batch) }
        #expect(shown.lines == live.lines, "seed \(seed), \(delivery)")
        if delivery == .every {
          #expect(received.map(\.supplements.lines) == lines, "seed \(seed)")
        }
      }
    }
  }

  /// A header keeps its state from its insertion to its removal, in memory or not.
  @Test(arguments: 0..<4 as Range<UInt64>, [0, 2, 1_024])
  func statesLiveAsLongAsTheirHeaders(seed: UInt64, countMax: Int) async throws {
    try await ListFile.with { file in
      let list = try open(file, countMax: countMax)
      let late = try list.batches()
      var live = Shown()
      var taps: [SupplementID: Int] = [:]
      var tapsMax = 0
      var history = RandomHistory(seed: seed)
      func expected() throws -> [SupplementID: String] {
        var lines: [SupplementID: String] = [:]
        for (id, line) in try self.expected(list.snapshot) {
          guard let count = taps[id], let comma = line.lastIndex(of: ",") else {
            lines[id] = line
            continue
          }
          let width = line[comma...].drop { !$0.isNumber }.prefix { $0.isNumber }
          lines[id] = "\(line[..<comma]), tapped \(count), \(width)x\(1 + count)"
        }
        return lines
      }
      for _ in 0..<30 {
        live.take(try await list.apply(history.next()))
        taps = taps.filter { live.lines[$0.key] != nil }
        let headers = live.lines.keys.sorted()
        if !headers.isEmpty {
          let id = headers[history.random.index(below: headers.count)]
          let outcome = try await list.apply(.actions([.tap], in: TreeReference(.supplement(id))))
          live.take(try #require(outcome.batch, "seed \(seed)"))
          taps[id, default: 0] += 1
          tapsMax = max(tapsMax, taps[id] ?? 0)
        }
        #expect(live.lines == (try expected()), "seed \(seed), \(list.snapshot.revision)")
      }
      #expect(tapsMax > 1, "seed \(seed)")
      await list.close()
      var shown = Shown()
      for batch in try await late.collect() { shown.take(batch) }
      #expect(shown.lines == live.lines, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func theFormerSizeIsTheOneBefore(seed: UInt64) async throws {
    try await ListFile.with { file in
      let list = try open(file, countMax: 2)
      let late = try list.batches()
      var widths: [SupplementID: Double] = [:]
      var history = RandomHistory(seed: seed)
      var live: [[String]] = []
      for _ in 0..<25 {
        let batch = try await list.apply(history.next())
        live.append(batch.supplements.map { "\($0.id) \($0.formerSize?.width ?? 0)" })
        for supplement in batch.supplements {
          #expect(supplement.formerSize?.width == widths[supplement.id], "seed \(seed)")
          widths[supplement.id] = supplement.size?.width
        }
      }
      await list.close()
      let read = try await late.collect().map { batch in
        batch.supplements.map { "\($0.id) \($0.formerSize?.width ?? 0)" }
      }
      #expect(read == live, "seed \(seed)")
    }
  }
}
