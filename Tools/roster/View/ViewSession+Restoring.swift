import RosterComponents
import RosterCore
import RosterEngine
import RosterInspecting
import RosterJSON
import RosterMounting
import RosterPages
import RosterTerminal
import RosterText

/// Bringing a row, its section or the list back to what it was.
extension ViewSession {
  /// A restoration that the user is asked about.
  struct AskedRestoration {
    let part: RestoredPart
    /// What would be done; `nil` if the part cannot be restored, or is as it was.
    let offer: RestorationOffer?
    /// What the same key asks about next.
    let next: RestoredPart

    /// What the user may press.
    var keys: [String] {
      (offer == nil ? [] : ["⏎ restore"]) + ["esc leave", "R \(next.noun)", "q quit", "↑ ↓ scroll"]
    }
  }

  /// Asks about the current row of the earlier revision that is shown, or about its section and the list if the same key
  /// has asked about what is smaller.
  func askRestoration() async throws {
    if let changedElsewhere {
      message = changedElsewhere.refusal(of: "restore")
      return
    }
    guard shown?.pastRevision != nil else {
      message = "R restores once [ has gone back in time"
      return
    }
    guard let inspected else { return }
    let parts = try restorableParts()
    let former = restoration.flatMap { asked in parts.firstIndex(of: asked.part) }
    let index = former.map { ($0 + 1) % parts.count } ?? 0
    let (part, next) = (parts[index], parts[(index + 1) % parts.count])
    message = "looking at what would change…"
    redraw()
    let (past, present, fields) = (snapshot.state, live.snapshot.state, templates.fields)
    let found = await Task.detached {
      Result {
        try RestorationOffer(inspected, of: part, as: past, near: present) {
          fields?.title(of: $0) ?? $0.stringValue ?? $0.canonicalText
        }
      }
    }.value
    message = nil
    var offer: RestorationOffer?
    var lines: [String] = []
    switch found {
    case .success(let found):
      lines.append(found.question)
      if let summary = found.summary {
        offer = found
        lines += ["\(summary) · Enter restores, Esc leaves it", ""] + found.lines
      } else {
        lines.append("It is the same now, at revision \(found.base).")
      }
    case .failure(let error): lines.append("\(error)")
    }
    if next != part { lines += ["", "R asks about \(next.noun) instead."] }
    (opened, textTitle) = (nil, "restore")
    columns.isChoosing = false
    restoration = AskedRestoration(part: part, offer: offer, next: next)
    screen.openText(lines.map(\.safe))
  }

  /// What can be restored, the smallest first: the row with the focus, or else the first one, its section, the list.
  private func restorableParts() throws -> [RestoredPart] {
    let focused = shown?.presenter.focusedTree
    guard let tree = focused ?? currentItem.map(TreeID.item) else { return [.list] }
    switch tree {
    case .supplement(let supplement): return [.section(supplement.section), .list]
    case .item(let item):
      let section = try snapshot.state.path(of: item)
        .flatMap { snapshot.state.sectionID(at: $0.section) }
      return [.tree(tree)] + (section.map { [.section($0)] } ?? []) + [.list]
    }
  }

  /// Restores what the user was asked about, as a new revision.
  func restore(_ offer: RestorationOffer) async throws {
    let former = snapshot.state
    closeText()
    let writer = try options.openList(isReadOnly: false)
    defer { try? writer.database.close() }
    // An application may have begun to show something in the list meanwhile.
    if let elsewhere = try writer.database.changedElsewhere(listNamed: writer.name) {
      message = elsewhere.refusal(of: "restore")
      return
    }
    var configuration = DataSourceConfiguration()
    configuration.isShared = true
    let dataSource = try ListDataSource(json: writer.storage, configuration)
    do {
      try await dataSource.apply(
        .restoration(of: offer.part, to: offer.revision, basedOn: offer.base, knowing: former),
        LiveList.annotation(of: offer.part, to: offer.revision, by: Self.origin))
      message = "restored \(offer.name); u takes it back at present"
    } catch DataSourceError.conflict {
      message = "the list has changed meanwhile, so nothing was done; R shows what would change now"
    } catch {
      message = "\(error)"
    }
    await dataSource.close()
  }
}

extension RestoredPart {
  /// What it is, for the key that asks about it.
  fileprivate var noun: String {
    switch self {
    case .list: "list"
    case .section: "section"
    case .tree: "row"
    }
  }
}
