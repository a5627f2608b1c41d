import RosterCore
import RosterTestKit
import RosterTestSupport

extension PowerCutWorkload {
  package static let creation = PowerCutWorkload("creation", "a file and a list are created") {
    try $0.open()
    try await $0.list("main")
    try await $0.change("main")
    try $0.reopen()
    try await $0.change("main")
    try $0.close()
  }

  package static let changesets = PowerCutWorkload(
    "changesets", "changesets are committed, some as groups, and the file is opened again"
  ) {
    try $0.open()
    try await $0.list("main")
    for number in 0..<24 {
      try await $0.change("main", count: number % 3 == 2 ? 3 : 1)
      if number == 11 { try $0.reopen() }
    }
    try $0.close()
  }

  static let states = PowerCutWorkload(
    "states", "states of items, headers and footers are written with changesets and alone"
  ) {
    try $0.open()
    try await $0.list("main")
    for number in 0..<20 {
      try await $0.change(
        "main", count: number % 4 == 3 ? 2 : 1, states: true, changesets: number % 2 == 0)
    }
    try $0.close()
  }

  static let compaction = PowerCutWorkload(
    "compaction", "old revisions are removed between changesets"
  ) {
    try $0.open()
    try await $0.list("main")
    for number in 1...24 {
      try await $0.change("main", states: number % 2 == 0)
      if number % 8 == 0 { try $0.compact("main", revisionCountMax: 3) }
    }
    try $0.close()
  }

  package static let vacuum = PowerCutWorkload(
    "vacuum", "the file is written anew without free pages, twice"
  ) {
    try $0.open()
    try await $0.list("main")
    for _ in 0..<2 {
      let text = String(repeating: "x", count: 2_000)
      try await $0.change("main") { counts in
        Changeset {
          $0.insertSection(at: counts.count, "large")
          $0.insertItems(
            (0..<20).map { "\($0)\(text)" }, at: ItemPath(section: counts.count, item: 0))
        }
      }
      try await $0.change("main") { counts in Changeset { $0.removeSection(at: counts.count - 1) } }
      try await $0.change("main")
      try $0.compact("main", revisionCountMax: 1)
      try $0.vacuum()
      try await $0.change("main")
    }
    try $0.close()
  }

  static let checkpoints = PowerCutWorkload(
    "checkpoints", "so much is written that the log is moved into the file and begins anew"
  ) {
    try $0.open()
    try await $0.list("main")
    for number in 0..<14 {
      let text = String(repeating: "\(number % 10)", count: 16_000)
      try await $0.change("main") { counts in
        Changeset {
          if counts.count > 2 { $0.removeSection(at: 0) }
          let index = min(counts.count, 2)
          $0.insertSection(at: index, "number \(number)")
          $0.insertItems((0..<8).map { "\($0)\(text)" }, at: ItemPath(section: index, item: 0))
        }
      }
      if number % 3 == 2 { try $0.compact("main", revisionCountMax: 1) }
    }
    try $0.close()
  }

  static let lists = PowerCutWorkload(
    "lists", "four lists of one file are created and changed in turn"
  ) {
    try $0.open()
    let names = ["a", "b", "c", "d"]
    for name in names {
      try await $0.list(name)
      try await $0.change(name)
    }
    for _ in 0..<16 { try await $0.change(names[$0.random.index(below: names.count)]) }
    try $0.reopen()
    for name in names { try await $0.change(name, count: 2) }
    try $0.close()
  }

  static let removal = PowerCutWorkload(
    "removal", "lists are removed, alone and together, and others are made behind them"
  ) {
    try $0.open()
    for name in ["a", "b", "c", "d"] {
      try await $0.list(name)
      for _ in 0..<3 { try await $0.change(name, count: 2, states: true) }
    }
    try $0.remove("b")
    try await $0.change("c")
    // The last one, whose row keeps its number.
    try $0.remove("d")
    try await $0.change("a", states: true)
    try $0.reopen()
    try await $0.list("e")
    try await $0.change("e", count: 3)
    try $0.remove("a", "e")
    try await $0.change("c", states: true)
    try await $0.list("f")
    try await $0.change("f")
    try $0.close()
  }

  static let rewriting = PowerCutWorkload(
    "rewriting", "models are written in another form, without a revision, between changesets"
  ) {
    try $0.open()
    try await $0.list("main")
    for round in 0..<4 {
      for _ in 0..<5 { try await $0.change("main", count: 2, states: true) }
      try $0.compact("main", revisionCountMax: round % 3)
      try $0.rewrite("main")
      if round == 1 { try $0.reopen() }
    }
    try await $0.change("main")
    try $0.close()
  }
}
