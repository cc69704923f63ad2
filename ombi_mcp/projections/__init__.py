"""Wire to contract: id namespaces by origin route, absent kept absent, text cleaned."""
