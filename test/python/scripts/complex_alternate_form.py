"""The alternate form of complex numbers keeps the point of each part."""
print([f"{-1.5j:#}", f"{0j:#}", f"{1+2j:#}", f"{complex(-0.0,-1.5):#}", "%r" % 1j, f"{-1.5j:#g}", f"{-1.5j}", f"{-1.5j:#.3}", f"{1e300j:#}", f"{3-1.5j:#f}", f"{3-1.5j:#.0f}",f"{3-1.5j:#.0e}", format(0.5j,'#>20'), f"{1.5:#}", f"{2.0:#g}", f"{1e22:#}", f"{3.:#.1}"])
