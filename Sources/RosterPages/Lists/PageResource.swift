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
    case .pageHTML: PackageResources.page_html
    case .pageCSS: PackageResources.page_css
    case .pageJS: PageScript.page.bytes
    case .viewsJS: PackageResources.views_js
    case .viewsCSS: PackageResources.views_css
    case .boxesJS: PackageResources.boxes_js
    case .widgetsJS: PackageResources.widgets_js
    case .swipesJS: PackageResources.swipes_js
    case .inspectHTML: PackageResources.inspect_html
    case .inspectCSS: PackageResources.inspect_css
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
  typealias Module = (name: String, contents: [UInt8])

  /// Each module behind those that it imports.
  let modules: [Module]
  let bytes: [UInt8]

  private init(_ modules: [Module]) {
    self.modules = modules
    bytes = Array(modules.map { Self.text(of: $0.contents) }.joined(separator: "\n").utf8)
  }

  /// The page of a list.
  static let page = PageScript([
    ("elements.js", PackageResources.elements_js),
    ("texts.js", PackageResources.texts_js),
    ("aloud.js", PackageResources.aloud_js),
    ("models.js", PackageResources.models_js),
    ("rows.js", PackageResources.rows_js),
    ("messages.js", PackageResources.messages_js),
    ("memory.js", PackageResources.memory_js),
    ("columns.js", PackageResources.columns_js),
    ("heights.js", PackageResources.heights_js),
    ("place.js", PackageResources.place_js),
    ("facts.js", PackageResources.facts_js),
    ("connection.js", PackageResources.connection_js),
    ("focus.js", PackageResources.focus_js),
    ("looks.js", PackageResources.looks_js),
    ("layer.js", PackageResources.layer_js),
    ("window.js", PackageResources.window_js),
    ("contents.js", PackageResources.contents_js),
    ("updates.js", PackageResources.updates_js),
    ("selection.js", PackageResources.selection_js),
    ("search.js", PackageResources.search_js),
    ("tools.js", PackageResources.tools_js),
    ("keyboard.js", PackageResources.keyboard_js),
    ("history.js", PackageResources.history_js),
    ("page.js", PackageResources.page_js),
  ])

  /// The inspector, with the modules that it shares with the page of a list.
  static let inspector = PageScript([
    ("elements.js", PackageResources.elements_js),
    ("texts.js", PackageResources.texts_js),
    ("aloud.js", PackageResources.aloud_js),
    ("inspected.js", PackageResources.inspected_js),
    ("asking.js", PackageResources.asking_js),
    ("words.js", PackageResources.words_js),
    ("tables.js", PackageResources.tables_js),
    ("notices.js", PackageResources.notices_js),
    ("picture.js", PackageResources.picture_js),
    ("captions.js", PackageResources.captions_js),
    ("timeline.js", PackageResources.timeline_js),
    ("address.js", PackageResources.address_js),
    ("scene.js", PackageResources.scene_js),
    ("player.js", PackageResources.player_js),
    ("revision.js", PackageResources.revision_js),
    ("past.js", PackageResources.past_js),
    ("row.js", PackageResources.row_js),
    ("pending.js", PackageResources.pending_js),
    ("storage.js", PackageResources.storage_js),
    ("choosing.js", PackageResources.choosing_js),
    ("pointing.js", PackageResources.pointing_js),
    ("following.js", PackageResources.following_js),
    ("inspect.js", PackageResources.inspect_js),
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

extension SiteResponse {
  static let html = "text/html; charset=utf-8"
}
