// Every file that is about the domain's events needs the engine's header, instants, ids and refusals, too.
@_exported public import Layout
