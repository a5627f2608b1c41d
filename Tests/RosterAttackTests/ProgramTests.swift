import Foundation
import RosterAttacks
import RosterCore
import RosterJSON
import RosterTestKit
import RosterTestSupport
import Testing

/// Random programs over the whole interface of a list, beside a model.
///
/// `Tools/attack programs` runs them for an hour.
@Suite("Programs", .serialized) struct ProgramTests {
  @Test(arguments: AttackSeeds(first: 0, count: 24).map { $0 })
  func listsAndModelsAgreeAfterEveryStep(seed: UInt64) async {
    let finding = await ProgramAttack(stepCount: 60).finding(seed: seed)
    #expect(finding == nil, "\(finding?.description ?? "")")
  }

  @Test(arguments: AttackSeeds(first: 1_000, count: 12).map { $0 })
  func listsAndModelsAgreeWhateverRunsWhen(seed: UInt64) async {
    let finding = await ProgramAttack(stepCount: 60, isScheduled: true).finding(seed: seed)
    #expect(finding == nil, "\(finding?.description ?? "")")
  }

  @Test(arguments: DefectiveStorage.Defect.allCases)
  func aDefectIsFoundAndItsProgramIsShort(defect: DefectiveStorage.Defect) async throws {
    let attack = ProgramAttack(stepCount: 60) { DefectiveStorage(storage: $0, defect: defect) }
    var finding: ProgramAttack.Finding?
    for seed in AttackSeeds(first: 0, count: 4) where finding == nil {
      finding = await attack.finding(seed: seed)
    }
    let found = try #require(finding)
    #expect(found.program.steps.count <= 6, "\(found)")
  }

  @Test func aFindingIsPrintedAsALogThatCanBeReplayed() async throws {
    let attack = ProgramAttack(stepCount: 60) {
      DefectiveStorage(storage: $0, defect: .losesCommitInSilence)
    }
    var finding: ProgramAttack.Finding?
    for seed in AttackSeeds(first: 0, count: 4) where finding == nil {
      finding = await attack.finding(seed: seed)
    }
    let found = try #require(finding)
    let folder = try TemporaryFolder()
    #expect(!found.logs.isEmpty)
    for log in found.logs {
      let path = try folder.write(log.text, to: "\(log.list).jsonl")
      let child = try ChildProgram("roster", ["replay", path, "--output", "none"])
      _ = try child.lines()
      // The defect is that of the storage, not of the list.
      #expect(child.process.terminationStatus == 0, "\(log.text)")
    }
  }

  @Test func aProgramIsPrintedAsSwift() {
    let program = Program([
      ProgramStep(
        .plain,
        .change(
          ProgramEdit(
            1, insertedItems: [.init(section: 0, item: 0)], insertedSections: [0],
            counters: [.entry(0): 2], group: "typing"))),
      ProgramStep(.first, .burst([.undo, .count(.header(3), by: 4, byAction: true)])),
      ProgramStep(
        .scrolled,
        .become(ListRows([.init(model: ["id": "s\u{e9}"], items: ["a", 1.5, [.null]])]))),
      ProgramStep(.plain, .failing(.commit, .after, .redo)),
    ])
    #expect(
      program.description.split(separator: "\n") == [
        "Program([",
        "  ProgramStep(.plain, .change(ProgramEdit(1, insertedItems: [.init(section: 0, item: 0)], "
          + "insertedSections: [0], counters: [.entry(0): 2], group: \"typing\"))),",
        "  ProgramStep(.first, .burst([.undo, .count(.header(3), by: 4, byAction: true)])),",
        "  ProgramStep(.scrolled, .become(ListRows([.init(model: [\"id\": \"s\\u{00E9}\"], "
          + "items: [\"a\", 1.5, [.null]])]))),",
        "  ProgramStep(.plain, .failing(.commit, .after, .redo)),",
        "])",
      ])
  }
}
