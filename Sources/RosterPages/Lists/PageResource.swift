/// The files of the pages, which are part of the program.
package enum PageResource: String, CaseIterable, Sendable {
  case pageHTML = "page.html"
  case pageCSS = "page.css"
  case pageJS = "page.js"
  // What page.js imports.
  case rowsJS = "rows.js"
  case heightsJS = "heights.js"
  case placeJS = "place.js"
  case messagesJS = "messages.js"
  case connectionJS = "connection.js"
  case windowJS = "window.js"
  case factsJS = "facts.js"
  case looksJS = "looks.js"
  case layerJS = "layer.js"
  case focusJS = "focus.js"
  case travelJS = "travel.js"
  case contentsJS = "contents.js"
  case orderJS = "order.js"
  case updatesJS = "updates.js"
  case selectionJS = "selection.js"
  case searchJS = "search.js"
  case toolsJS = "tools.js"
  case keyboardJS = "keyboard.js"
  case memoryJS = "memory.js"
  case modelsJS = "models.js"
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
    case .pageJS: PackageResources.page_js
    case .rowsJS: PackageResources.rows_js
    case .heightsJS: PackageResources.heights_js
    case .placeJS: PackageResources.place_js
    case .messagesJS: PackageResources.messages_js
    case .connectionJS: PackageResources.connection_js
    case .windowJS: PackageResources.window_js
    case .factsJS: PackageResources.facts_js
    case .looksJS: PackageResources.looks_js
    case .layerJS: PackageResources.layer_js
    case .focusJS: PackageResources.focus_js
    case .travelJS: PackageResources.travel_js
    case .contentsJS: PackageResources.contents_js
    case .orderJS: PackageResources.order_js
    case .updatesJS: PackageResources.updates_js
    case .selectionJS: PackageResources.selection_js
    case .searchJS: PackageResources.search_js
    case .toolsJS: PackageResources.tools_js
    case .keyboardJS: PackageResources.keyboard_js
    case .memoryJS: PackageResources.memory_js
    case .modelsJS: PackageResources.models_js
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
    // FNV-1a: files of another version have another name in caches.
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return SiteResponse(contentType: contentType, body: bytes, etag: String(hash, radix: 16))
  }
}

extension SiteResponse {
  static let html = "text/html; charset=utf-8"
}
