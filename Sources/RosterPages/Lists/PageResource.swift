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
  case inspectHTML = "inspect.html"
  case inspectCSS = "inspect.css"
  case inspectJS = "inspect.js"

  /// The contents of the file.
  package var bytes: [UInt8] {
    switch self {
    case .pageHTML: PackageResources.page_html
    case .pageCSS: PackageResources.page_css
    case .pageJS: PageScript.bytes
    case .viewsJS: PackageResources.views_js
    case .viewsCSS: PackageResources.views_css
    case .boxesJS: PackageResources.boxes_js
    case .widgetsJS: PackageResources.widgets_js
    case .inspectHTML: PackageResources.inspect_html
    case .inspectCSS: PackageResources.inspect_css
    case .inspectJS: PackageResources.inspect_js
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
    // Files of another version have another name in caches.
    SiteResponse(contentType: contentType, body: bytes, etag: FNV1a(of: bytes).hex)
  }
}

/// The modules of page.js as one file: a browser gets one file sooner than many.
///
/// What a module imports stands before it, so statements of import are left out, and names are
/// exported to nothing. In the sources each module imports what it uses, and works as it is.
enum PageScript {
  static let bytes = Array(modules.map { text(of: $0.contents) }.joined(separator: "\n").utf8)

  /// Each module behind those that it imports.
  static let modules: [(name: String, contents: [UInt8])] = [
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
  ]

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
