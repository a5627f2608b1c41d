#if os(Linux)
  import Foundation
  import RosterCalibration
  import RosterCore
  import RosterTestKit
  import Testing

  /// The experiments of `Tools/apple-calibration` with the models, and with views that have the names of Apple's.
  @Suite("Experiments with views") @MainActor struct CalibrationTests {
    private static let experiments = Experiment.all(seeds: 0..<300)
    /// Those of the quick tier: of those with outlines each fifth, and all others.
    private static let quickExperiments = experiments.enumerated().filter {
      $0.element.family != .outlines || $0.offset.isMultiple(of: 5)
    }.map(\.element)

    /// The strict mode refuses all that the likely mode refuses, and shows the same where it refuses nothing.
    @Test(arguments: Experiment.Family.allCases)
    func theModesOfAModelAgree(family: Experiment.Family) {
      let results = Calibration(nil, family, Self.quickExperiments).results
      #expect(results.count > (family == .outlines ? 300 : 1_000))
      expectThatModesAgree(results)
    }

    private func expectThatModesAgree(_ results: [Calibration.Result]) {
      #expect(results.compactMap(\.contradiction) == [])
      for mode in [\Calibration.Result.likely, \.strict] {
        let refused = results.count { $0[keyPath: mode].refusal != nil }
        #expect(refused > min(100, results.count / 10) && refused < results.count * 2 / 3)
      }
    }

    /// What no rule refuses is taken by both modes; with sections that move beside other calls, by the likely one.
    @Test func randomUpdatesAreTaken() {
      let results = Calibration(nil, .batches, Self.experiments).results
      for result in results where [8, 9].contains(result.experiment.number) {
        #expect(result.likely.refusal == nil, "\(result.experiment)")
        #expect(result.likely.shown.map(\.count) == result.experiment.after)
        if result.experiment.number == 8 {
          #expect(result.strict.refusal == nil, "\(result.experiment)")
        }
      }
    }

    /// What asks the views of a Mac, over views that have their names, finds what the model finds.
    @Test(arguments: 0..<5)
    func viewsAreAskedWhatTheModelIsAsked(index: Int) throws {
      let kinds: [CalibratedKind] = [
        .collectionView, .tableView, .collectionViewOfAppKit, .tableViewOfAppKit,
        .outlineViewOfAppKit,
      ]
      let kind = kinds[index]
      let calibration = Calibration(kind, kind.family, Self.quickExperiments)
      #expect(calibration.results.count > (kind.family == .outlines ? 300 : 1_000))
      try expectThatViewAndModelAgree(kind, calibration)
    }

    /// All experiments with outlines, of which the quick tier has each fifth.
    @Test func outlinesAreAskedAllThatTheModelIsAsked() throws {
      let kind = CalibratedKind.outlineViewOfAppKit
      let calibration = Calibration(kind, kind.family, Self.experiments)
      #expect(calibration.results.count > 1_000)
      expectThatModesAgree(calibration.results)
      try expectThatViewAndModelAgree(kind, calibration)
    }

    private func expectThatViewAndModelAgree(
      _ kind: CalibratedKind, _ calibration: Calibration
    ) throws {
      for result in calibration.results {
        let view = try #require(result.view)
        #expect(view.refusal == result.strict.refusal, "\(result.experiment)")
        #expect(view.shown == result.strict.shown, "\(result.experiment)")
        #expect(view.offset == result.strict.offset, "\(result.experiment)")
        #expect(view.selectedRows == result.strict.selectedRows, "\(result.experiment)")
        #expect(!result.differences.contains(.strictTakes))
      }
      // These views are strict, which is a difference from the likely mode.
      let summary = calibration.summary
      #expect(summary[0].hasPrefix("\(kind.name): \(calibration.results.count) experiments"))
      #expect(summary.contains { $0.hasPrefix("likelyTakes: ") })
      #expect(!summary.contains { $0.hasPrefix("strictTakes: ") })
    }

    /// Beside what a view shows, some experiments note what its delegate is told, who has the keyboard, and how long
    /// that took.
    @Test func whatNoModelSaysIsNoted() throws {
      func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }
      let experiments = Self.experiments.filter { [13, 14, 17, 20].contains($0.number) }
      let calibration = Calibration(.collectionView, .batches, experiments)
      let results = calibration.results
      func view(
        _ number: Int, _ calls: [ViewCall], _ situation: Experiment.Situation = .laidOut
      ) throws -> Observation {
        let result = results.first {
          let experiment = $0.experiment
          return experiment.number == number && experiment.calls == calls
            && experiment.situation == situation
        }
        return try #require(result?.view)
      }
      #expect(try view(14, [.deleteItem(path(1))]).notes == ["leaves 0:0, old 0:1"])
      #expect(try view(14, [.insertItem(path(1))]).notes == ["comes 0:1, new 0:1"])
      #expect(try view(14, [], .reloaded).notes.count == 400)
      #expect(try view(17, [], .whileEditing).notes == ["keyboard at 0:1"])
      #expect(try view(17, [.deleteItem(path(0))], .whileEditing).notes == ["keyboard at 0:0"])
      #expect(try view(17, [.deleteItem(path(1))], .whileEditing).notes == [])
      #expect(try view(17, [.insertItem(path(0))], .whileMoving).refusal != nil)
      for result in results {
        #expect((result.view?.seconds != nil) == (result.experiment.number == 20))
      }
      #expect(
        calibration.summary.contains { $0.hasPrefix("an update of 10 calls, 100 to 110 rows: ") })
      #expect(try calibration.json(system: "Linux").contains(#""notes":["keyboard at 0:1"]"#))
    }

    /// In the strict mode a view is told nothing while the user moves an item.
    @Test func anUpdateWhileAnItemIsMovedIsDoubtful() {
      let experiments = Self.experiments.filter { $0.situation == .whileMoving }
      let results = Calibration(nil, .batches, experiments).results
      #expect(results.count == 4)
      #expect(results.allSatisfy { $0.likely.refusal == nil })
      #expect(
        results.allSatisfy {
          $0.strict.refusal?.reason.contains("while the user moves an item") == true
        })
    }

    /// It is noted when an outline asks for a child that comes. One that asks within the call gets another one there than at
    /// the end if what comes first moves again, which the strict mode refuses.
    @Test func whenAnOutlineAsksForChildrenIsNoted() throws {
      let experiments = Self.experiments.filter { $0.note == .children }
      let results = Calibration(.outlineViewOfAppKit, .outlines, experiments).results
      func result(_ calls: [ViewCall]) throws -> Calibration.Result {
        try #require(
          results.first { $0.experiment.calls == calls && !$0.experiment.hasFooters })
      }
      let inOrder = try result([.deleteSection(0), .insertSection(1)])
      let told = ["is told: delete section 0", "is told: insert section 1"]
      #expect(Array(inOrder.strict.notes.prefix(3)) == told + ["asks for child 1 of the root"])
      #expect(inOrder.view?.notes.prefix(3) == inOrder.strict.notes.prefix(3))
      #expect(inOrder.strict.refusal == nil && inOrder.view?.refusal == nil)
      #expect(inOrder.likely.notes == told + ["asks for child 1 of the root"])
      #expect(
        inOrder.strict.shown == [["old section 1", "old 1:0", "old 1:1", "new new 1"]])

      let disordered = try result([.insertSection(2), .deleteSection(0)])
      #expect(
        disordered.strict.refusal?.reason
          == "child 2 was asked for in a block, and the data source has 2 children")
      #expect(disordered.likely.refusal == nil && disordered.likely.shown == inOrder.likely.shown)
      #expect(results.count == 12)
      #expect(results.count { $0.strict.refusal != nil } == 6)
      #expect(results.allSatisfy { $0.likely.refusal == nil })
    }

    /// A footer is the last child of its section, and a row of a table with headers and footers stays what it is.
    @Test func footersAreAskedFor() throws {
      let outlines = Self.experiments.filter {
        $0.family == .outlines && $0.hasFooters && $0.calls.count == 1
      }
      #expect(outlines.count == 36)
      let path = ItemPath(section: 0, item: 2)
      let inserted = try #require(
        Calibration(.outlineViewOfAppKit, .outlines, outlines).results.first {
          $0.experiment.calls == [.insertItem(path)]
        })
      #expect(
        inserted.strict.shown == [
          [
            "old section 0", "old 0:0", "old 0:1", "new new 1", "old footer of section 0",
            "old section 1", "old 1:0", "old 1:1", "old footer of section 1",
          ]
        ])
      let rows = Self.experiments.filter { !$0.groupRows.before.isEmpty }
      let results = Calibration(.tableViewOfAppKit, .rows, rows).results
      #expect(
        results.map { $0.strict.refusal != nil } == Array(repeating: false, count: 6) + [
          true, true,
        ])
      #expect(results.allSatisfy { $0.likely.refusal == nil })
      #expect(
        "\(rows[0])"
          == "18, rows, laidOut, [6] to [7], group rows [0, 2, 3, 5] to [0, 3, 4, 6]: insert 0:2"
      )
      #expect(
        "\(inserted.experiment)" == "19, outlines, laidOut, [2, 2] to [3, 2], footers: insert 0:2")
    }

    private static var collectionViews: [CalibratedKind] {
      [.collectionView, .tableView, .collectionViewOfAppKit]
    }

    /// A footer that stays is not asked for again, and comes and goes with its section.
    @Test(arguments: 0..<3)
    func footersOfSectionsAreNoted(index: Int) throws {
      let kind = Self.collectionViews[index]
      let experiments = Self.experiments.filter { $0.note == .footers }
      let results = Calibration(kind, .batches, experiments).results
      #expect(results.count == 16 && results.allSatisfy { $0.experiment.number == 21 })
      let cases: [([ViewCall], [String])] = [
        ([], ["old footer 0", "old footer 1"]),
        ([.deleteItem(ItemPath(section: 0, item: 0))], ["old footer 0", "old footer 1"]),
        ([.insertSection(0)], ["new footer 0", "old footer 0", "old footer 1"]),
        ([.insertSection(2)], ["old footer 0", "old footer 1", "new footer 2"]),
        ([.deleteSection(0)], ["old footer 1"]),
        ([.deleteSection(0), .insertSection(1)], ["old footer 1", "new footer 1"]),
      ]
      for (calls, footers) in cases {
        let result = try #require(
          results.first {
            $0.experiment.calls == calls && $0.experiment.situation == .laidOut
          })
        #expect(result.view?.notes == footers && result.strict.notes == [], "\(calls)")
      }
      let reloaded = try #require(results.first { $0.experiment.situation == .reloaded })
      #expect(reloaded.view?.notes == ["new footer 0", "new footer 1", "new footer 2"])
      #expect("\(reloaded.experiment)".contains("[2, 2] to [1, 1, 1], footers: nothing"))
    }

    /// Whether a view carries out an update before the call returns, and in which order two end, is noted. The views of the tests
    /// do and end at once what they are told.
    @Test(arguments: 0..<3)
    func theOrderOfUpdatesIsNoted(index: Int) throws {
      let experiments = Self.experiments.filter { $0.note == .order }
      let results = Calibration(Self.collectionViews[index], .batches, experiments).results
      try #require(results.map(\.experiment.situation) == [.overlapping, .inCompletion])
      func events(_ number: Int) -> [String] {
        ["is carried out", "has ended, finished: true"].map { "update \(number) \($0)" }
      }
      let (overlapping, inCompletion) = (results[0].view, results[1].view)
      #expect(
        overlapping?.notes == events(1) + ["update 1 was told"] + events(2) + ["update 2 was told"])
      #expect(overlapping?.shown == [["old 0:1", "old 0:2", "new 0:2"]])
      #expect(
        inCompletion?.notes == events(1) + events(2) + ["update 2 was told", "update 1 was told"])
      #expect(inCompletion?.shown == [["old 0:0", "new 0:1", "old 0:1", "old 0:2"]])
    }

    @Test func countsAreThoseThatAViewExpects() {
      func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }
      #expect(
        Experiment.counts(
          after: [
            .moveSection(0, to: 2), .deleteItem(path(0, 0)), .insertItem(path(2, 0)),
            .insertItem(path(2, 1)),
          ], of: [1, 2, 3]) == [2, 3, 2])
      #expect(Experiment.counts(after: [.moveSection(2, to: 0)], of: [1, 2, 3]) == [3, 1, 2])
      #expect(
        Experiment.counts(
          after: [
            .deleteSection(0), .insertSection(1), .moveItem(path(1, 0), to: path(0, 1)),
          ], of: [1, 3]) == [3, 2])
      #expect(
        Experiment.counts(
          after: [.deleteItem(path(0, 1)), .deleteItem(path(0, 1)), .reloadItem(path(0, 0))],
          of: [3]) == [2])
    }

    @Test func differencesAreFound() {
      func observation(
        _ reason: String? = nil, shown: [[String?]] = [["old 0:0"]], offset: Double = 0,
        selectedRows: [Int] = []
      ) -> Observation {
        var observation = Observation()
        observation.refusal = reason.map { Refusal(name: "Exception", reason: $0) }
        (observation.shown, observation.offset) = (reason == nil ? shown : [], offset)
        observation.selectedRows = selectedRows
        return observation
      }
      let (taken, refused) = (observation(), observation("attempt to delete item 3"))
      let cases: [(Observation, likely: Observation, strict: Observation, [Difference])] = [
        (taken, taken, taken, []), (taken, taken, refused, []),
        (refused, refused, refused, []), (refused, refused, taken, [.strictTakes]),
        (refused, taken, refused, [.likelyTakes]),
        (refused, taken, taken, [.strictTakes, .likelyTakes]),
        (taken, refused, refused, [.likelyRefuses]),
        (observation("cannot move"), refused, refused, [.otherReason]),
        // A table says rows.
        (observation("attempt to delete row 3"), refused, refused, []),
        (observation(shown: [["new 0:0"]]), taken, taken, [.otherCells]),
        (observation(shown: [["old 0:0", "old 0:1"]]), taken, taken, [.otherCells]),
        // A view has no cell for what is not seen.
        (observation(shown: [[nil]]), taken, taken, []),
        (observation(offset: 10), taken, taken, [.otherOffset]),
        (observation(selectedRows: [1]), taken, taken, [.otherSelection]),
      ]
      for (index, one) in cases.enumerated() {
        #expect(
          Difference.all(of: one.0, likely: one.likely, strict: one.strict) == one.3, "\(index)")
      }
    }

    /// Where there is no toolkit the program says so first, and what it does instead.
    @Test func theProgramSaysThatItAsksNoView() throws {
      let folder = try TemporaryFolder()
      let outcome = try ProgramOutcome(
        of: "roster-calibration", ["--seeds", "5", "--json", folder.path])
      #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
      #expect(
        outcome.lines.first
          == "There is no UIKit and no AppKit here, so no view of theirs was asked: only the models of their views were."
      )
      try #require(outcome.lines.count == 4)
      for (index, family) in ["batches", "rows", "outlines"].enumerated() {
        let lines = try String(
          contentsOfFile: folder.path(of: "models of \(family).jsonl"), encoding: .utf8
        ).split(separator: "\n")
        #expect(outcome.lines[index + 1].contains(": \(lines.count) experiments; "))
        #expect(lines.allSatisfy { $0.hasPrefix(#"{"after":["#) && $0.hasSuffix("}") })
      }
    }
  }
#endif
