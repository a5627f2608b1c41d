internal import CPageFiles
internal import RosterJSON

/// The files of the pages, which are part of the program.
package enum PageResource: String, CaseIterable, Sendable {
  case pageHTML = "page.html"
  case pageCSS = "page.css"
  case pageJS = "page.js"
  case viewsJS = "views.js"
  case viewsCSS = "views.css"
  case boxesJS = "boxes.js"
  case widgetsJS = "widgets.js"
  case swipesJS = "swipes.js"
  case inspectHTML = "inspect.html"
  case inspectCSS = "inspect.css"
  case inspectJS = "inspect.js"

  /// The contents of the file.
  package var bytes: [UInt8] {
    switch self {
    case .pageHTML: page_html.contents
    case .pageCSS: page_css.contents
    case .pageJS: PageScript.page.bytes
    case .viewsJS: views_js.contents
    case .viewsCSS: views_css.contents
    case .boxesJS: boxes_js.contents
    case .widgetsJS: widgets_js.contents
    case .swipesJS: swipes_js.contents
    case .inspectHTML: inspect_html.contents
    case .inspectCSS: inspect_css.contents
    case .inspectJS: PageScript.inspector.bytes
    }
  }

  /// The contents of the file as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Its media type.
  package var contentType: String {
    switch rawValue.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    default: SiteResponse.html
    }
  }

  /// Whether the file is served as it is. The others are pages, which have paths of their own.
  var isAsset: Bool { self != .pageHTML && self != .inspectHTML }

  /// The answer to a request for the file.
  var response: SiteResponse {
    SiteResponse(contentType: contentType, body: bytes, etag: Self.etags[self])
  }

  /// The hashes of all files, taken once: files of another version have another name in caches.
  private static let etags = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, FNV1a(of: $0.bytes).hex) })
}

/// Modules as one file: a browser gets one file sooner than many.
///
/// What a module imports stands before it, so statements of import are left out, and names are
/// exported to nothing. In the sources each module imports what it uses, and works as it is.
struct PageScript {
  typealias Module = (name: String, file: CPageFile)

  /// Each module behind those that it imports.
  let modules: [Module]
  let bytes: [UInt8]

  private init(_ modules: [Module]) {
    self.modules = modules
    bytes = Array(modules.map { Self.text(of: $0.file.contents) }.joined(separator: "\n").utf8)
  }

  /// The page of a list.
  static let page = PageScript([
    ("elements.js", elements_js),
    ("numbers.js", numbers_js),
    ("texts.js", texts_js),
    ("aloud.js", aloud_js),
    ("models.js", models_js),
    ("rows.js", rows_js),
    ("messages.js", messages_js),
    ("memory.js", memory_js),
    ("columns.js", columns_js),
    ("heights.js", heights_js),
    ("place.js", place_js),
    ("connection.js", connection_js),
    ("history.js", history_js),
    ("querying.js", querying_js),
    ("facts.js", facts_js),
    ("focus.js", focus_js),
    ("looks.js", looks_js),
    ("layer.js", layer_js),
    ("window.js", window_js),
    ("folding.js", folding_js),
    ("edited.js", edited_js),
    ("contents.js", contents_js),
    ("updates.js", updates_js),
    ("selection.js", selection_js),
    ("search.js", search_js),
    ("tools.js", tools_js),
    ("travel.js", travel_js),
    ("chips.js", chips_js),
    ("menu.js", menu_js),
    ("keyboard.js", keyboard_js),
    ("page.js", page_js),
  ])

  /// The inspector, with the modules that it shares with the page of a list.
  static let inspector = PageScript([
    ("elements.js", elements_js),
    ("numbers.js", numbers_js),
    ("texts.js", texts_js),
    ("aloud.js", aloud_js),
    ("icons.js", icons_js),
    ("inspected.js", inspected_js),
    ("asking.js", asking_js),
    ("words.js", words_js),
    ("tables.js", tables_js),
    ("notices.js", notices_js),
    ("picture.js", picture_js),
    ("captions.js", captions_js),
    ("timeline.js", timeline_js),
    ("address.js", address_js),
    ("scene.js", scene_js),
    ("player.js", player_js),
    ("fields.js", fields_js),
    ("restoring.js", restoring_js),
    ("revision.js", revision_js),
    ("past.js", past_js),
    ("rowhistory.js", rowhistory_js),
    ("row.js", row_js),
    ("finding.js", finding_js),
    ("comparing.js", comparing_js),
    ("revisionsearch.js", revisionsearch_js),
    ("largest.js", largest_js),
    ("pending.js", pending_js),
    ("storage.js", storage_js),
    ("choosing.js", choosing_js),
    ("pointing.js", pointing_js),
    ("following.js", following_js),
    ("inspect.js", inspect_js),
  ])

  private static func text(of module: [UInt8]) -> String {
    var lines: [Substring] = []
    var isImport = false
    for line in String(decoding: module, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      isImport = isImport || line.hasPrefix("import ")
      if !isImport { lines.append(line.hasPrefix("export ") ? line.dropFirst(7) : line) }
      if line.hasSuffix(";") { isImport = false }
    }
    return lines.joined(separator: "\n")
  }
}

extension CPageFile {
  /// The bytes of the file.
  var contents: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: count)) }
}

extension SiteResponse {
  static let html = "text/html; charset=utf-8"
}
